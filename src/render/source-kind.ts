import type { Application } from '../apps/application.ts'
import { joinPath } from '../git/path.ts'
import type { SourceTree } from '../git/source-tree.ts'
import { kustomizationNames } from './kustomize/load-kustomization.ts'
import { at, fail } from './render-error.ts'

export type SourceKind = 'kustomize' | 'directory'

/**
 * How an application's path is rendered, by Argo CD's rule: as the application says, else Helm where there is a chart,
 * Kustomize where there is a kustomization, else as a directory. What is not rendered here is refused by name.
 */
export async function detectSourceKind(application: Application, tree: SourceTree): Promise<SourceKind> {
  const { path, directory, kustomize } = application.source
  await checkPath(path, tree)
  await refuseOverrides(application, tree)
  if (kustomize !== undefined) return 'kustomize'
  if (directory !== undefined) return 'directory'
  if (await exists(joinPath(path, 'Chart.yaml'), tree)) refuseChart(joinPath(path, 'Chart.yaml'))
  for (const name of kustomizationNames) {
    if (await exists(joinPath(path, name), tree)) return 'kustomize'
  }
  return 'directory'
}

export function refuseChart(file: string): never {
  fail({ file }, 'this is a Helm chart; Helm charts are not supported yet', 'unsupported')
}

async function checkPath(path: string, tree: SourceTree): Promise<void> {
  const place = { file: path || '.' }
  const entry = await at(place, () => tree.lookup(path))
  if (entry === undefined) fail(place, 'app path does not exist', 'missing')
  if (entry.kind !== 'directory') fail(place, 'app path is no directory')
}

/** Files beside the manifests in which Argo CD finds changes to the application's source. */
async function refuseOverrides({ name, source }: Application, tree: SourceTree): Promise<void> {
  for (const file of ['.argocd-source.yaml', `.argocd-source-${name}.yaml`]) {
    const path = joinPath(source.path, file)
    if (!(await exists(path, tree))) continue
    fail(
      { file: path },
      'source overrides in files are not supported; write them in the Application',
      'unsupported',
    )
  }
}

async function exists(path: string, tree: SourceTree): Promise<boolean> {
  return (await at({ file: path }, () => tree.lookup(path))) !== undefined
}
