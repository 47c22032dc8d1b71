import type { JsonObject } from '../../src/kube/json.ts'
import { formatKey, groupOf } from '../../src/kube/object-key.ts'
import { printObjects } from '../../src/render/go-yaml/print-yaml.ts'
import { type BuildFlags, renderForReader } from '../../src/render/render-app.ts'
import { formatProblem, RenderError, type RenderProblem } from '../../src/render/render-error.ts'
import type { RenderedManifest } from '../../src/render/rendered-app.ts'
import { onlyOne, UsageError, type Words } from '../node-only/command-line.ts'
import { type FolderSource, folderSource } from '../node-only/folder-source.ts'
import { complain, writeWhole } from '../node-only/terminal.ts'
import type { Command } from './command.ts'

export const renderCommand: Command = {
  name: 'render',
  usage: [
    ['render DIR [--reorder none|legacy] [--load-restrictor none|root-only]', 'print what DIR renders to'],
  ],
  details:
    'DIR is rendered as an application would be: as a kustomization where it holds one, byte for byte as kustomize build prints it, else as a folder of manifests.\nOf a kustomization, --reorder none leaves the objects in the order in which they were read where it has no sortOptions, and --load-restrictor none lets it name files anywhere in the Git working tree, or on the disk where there is none; a sync does neither.\nNo cluster is asked. Warnings are on stderr, and so is what a sync would refuse. Exit code 2: it cannot be rendered, or a sync would refuse it.',
  options: ['reorder', 'load-restrictor'],
  run: (words) => render(readRender(words)),
}

/** kustomize's own words for it are taken, too. */
function asOwnWord(restrictor: string): string {
  if (restrictor === 'LoadRestrictionsNone') return 'none'
  return restrictor === 'LoadRestrictionsRootOnly' ? 'root-only' : restrictor
}

interface Asked extends BuildFlags {
  readonly directory: string
}

/** Throws `UsageError`. */
export function readRender({ rest, values }: Words): Asked {
  const { reorder = 'legacy', 'load-restrictor': asked = 'root-only' } = values
  const restrictor = asOwnWord(asked)
  if (reorder !== 'none' && reorder !== 'legacy') throw new UsageError('--reorder is none or legacy')
  if (restrictor !== 'none' && restrictor !== 'root-only') {
    throw new UsageError('--load-restrictor is none or root-only')
  }
  const directory = onlyOne(rest, 'render takes one folder')
  return { directory, restrictor, ...(reorder === 'none' && { order: 'fifo' }) }
}

async function render({ directory, ...flags }: Asked): ReturnType<Command['run']> {
  const { objects, refused, warnings } = await renderFolder(folderSource(directory), flags)
  for (const warning of warnings) complain(warning)
  await writeWhole(process.stdout, printObjects(objects))
  for (const line of refused) complain(`plumbline: ${line}`)
  return refused.length > 0 ? 2 : 0
}

interface Printed {
  readonly objects: readonly JsonObject[]
  readonly warnings: readonly string[]
  /** What a sync would refuse, one line each. */
  readonly refused: readonly string[]
}

/** Throws `RenderError`. */
export async function renderFolder(source: FolderSource, flags: BuildFlags): Promise<Printed> {
  const { application, tree, shown } = source
  const named = (problem: RenderProblem): RenderProblem => ({ ...problem, file: shown(problem.file) })
  try {
    const { objects, manifests, warnings, problems } = await renderForReader(application, tree, flags)
    const told = problems.map((problem) => formatProblem(named(problem)))
    return { objects, warnings, refused: [...told, ...repeatedObjects(manifests, shown)] }
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const [first, ...others] = error.problems.map(named)
    throw first === undefined ? error : new RenderError([first, ...others], error.inputs, error.cause)
  }
}

/** Objects that are there more than once, which a sync refuses; one line each. */
export function repeatedObjects(
  manifests: readonly RenderedManifest[],
  shown: FolderSource['shown'],
): readonly string[] {
  const places = new Map<string, string[]>()
  for (const { manifest, origin } of manifests) {
    const { name, namespace = '' } = manifest.metadata
    if (name === undefined) continue
    const key = formatKey({ group: groupOf(manifest.apiVersion), kind: manifest.kind, namespace, name })
    places.set(key, [...(places.get(key) ?? []), `${shown(origin.path)}:${origin.line}`])
  }
  return [...places].flatMap(([key, at]) =>
    at.length < 2
      ? []
      : [`${key} is declared ${at.length} times (${at.join(', ')}); keep one, a sync refuses them`],
  )
}
