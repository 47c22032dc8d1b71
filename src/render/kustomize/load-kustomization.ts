import { joinPath } from '../../git/path.ts'
import { YamlError } from '../../kube/yaml-error.ts'
import { fail, failWith, type Place, problemsOf } from '../render-error.ts'
import type { Kustomization } from './kustomization.ts'
import { readKustomization } from './read-kustomization.ts'
import { isWithin, type SourceFiles } from './source-files.ts'

export const kustomizationNames: readonly string[] = [
  'kustomization.yaml',
  'kustomization.yml',
  'Kustomization',
]

/** The kustomization of a directory; exactly one file may hold it. What is deprecated in it is told. */
export async function loadKustomization(
  directory: string,
  files: SourceFiles,
  place: Place,
): Promise<Kustomization> {
  const entries = await Promise.all(
    kustomizationNames.map((name) => files.lookup(joinPath(directory, name), place)),
  )
  const [name, ...others] = kustomizationNames.filter((_, index) => {
    const entry = entries[index]
    return entry?.kind === 'file' && isWithin(entry.path, directory)
  })
  if (name === undefined) {
    const names = "'kustomization.yaml', 'kustomization.yml' or 'Kustomization'"
    fail(place, `unable to find one of ${names} in directory '/${directory}'`, 'missing')
  }
  if (others.length > 0) fail(place, `Found multiple kustomization files under: /${directory}; keep one`)
  const path = joinPath(directory, name)
  const text = await files.read(path, place)
  const kustomization = read(text, path, directory)
  files.warn(...kustomization.warnings)
  return kustomization
}

function read(text: string, path: string, directory: string): Kustomization {
  try {
    return readKustomization(text, path, directory)
  } catch (error) {
    const problems = error instanceof YamlError ? problemsOf(error, { file: path }) : undefined
    failWith(
      (problems ?? []).map((problem) => ({
        ...problem,
        message: `invalid Kustomization: yaml: ${problem.message}`,
      })),
    )
    throw error
  }
}
