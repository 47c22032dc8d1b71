import type { Application } from '../apps/application.ts'
import type { Commit } from '../git/commit.ts'
import { recordInputs } from '../git/recording-tree.ts'
import type { SourceTree } from '../git/source-tree.ts'
import type { JsonObject } from '../kube/json.ts'
import { toManifest } from '../kube/manifest-reader.ts'
import { buildKustomization } from './kustomize/build.ts'
import { formatPath } from './kustomize/field-reader.ts'
import type { Kustomization } from './kustomize/kustomization.ts'
import { overrideKustomization } from './kustomize/override.ts'
import type { Resource } from './kustomize/resource.ts'
import type { ResourceOrder } from './kustomize/sort-resources.ts'
import { type LoadRestrictor, SourceFiles } from './kustomize/source-files.ts'
import { findLargeInteger } from './large-integer.ts'
import { RenderBudget, type RenderLimits } from './render-budget.ts'
import { failWith, RenderError, type RenderProblem } from './render-error.ts'
import type { RenderedApp, RenderedManifest } from './rendered-app.ts'
import { detectSourceKind } from './source-kind.ts'

/**
 * What an application's source says at a commit, with everything that was read for it. Namespaces stay as written.
 * Throws `RenderError`, which names every problem found and what had been read; errors of the Git host pass through.
 */
export async function renderApp(
  application: Application,
  commit: Commit,
  tree: SourceTree,
  limits: Partial<RenderLimits> = {},
): Promise<RenderedApp> {
  const recording = recordInputs(tree)
  try {
    const rendered = await renderSource(application, recording.tree, new RenderBudget(limits))
    return { application, commit, ...rendered, inputs: recording.inputs() }
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const [first, ...others] = error.problems
    throw first ? new RenderError([first, ...others], recording.inputs(), error.cause) : error
  }
}

type Rendered = Pick<RenderedApp, 'manifests' | 'warnings'>

async function renderSource(
  application: Application,
  tree: SourceTree,
  budget: RenderBudget,
): Promise<Rendered> {
  const { manifests, warnings, problems } = await readSource(application, tree, budget, {})
  failWith(problems)
  return { manifests, warnings }
}

/** How a kustomization is built, as flags of `kustomize build` say it. */
export interface BuildFlags {
  readonly order?: ResourceOrder
  readonly restrictor?: LoadRestrictor
}

/** What a source renders to, whether or not all of it can be synced. */
interface RenderedSource extends Rendered {
  /** As they are printed; `manifests` are those of them that can be synced. */
  readonly objects: readonly JsonObject[]
  /** Why the others cannot. */
  readonly problems: readonly RenderProblem[]
}

/** As `renderApp`, for a reader: what a sync would refuse is told beside the objects. Throws `RenderError`. */
export function renderForReader(
  application: Application,
  tree: SourceTree,
  flags: BuildFlags,
): Promise<RenderedSource> {
  return readSource(application, tree, new RenderBudget(), flags)
}

async function readSource(
  application: Application,
  tree: SourceTree,
  budget: RenderBudget,
  flags: BuildFlags,
): Promise<RenderedSource> {
  const kind = await detectSourceKind(application, tree)
  if (kind === 'kustomize') return renderKustomize(application, tree, budget, flags)
  const { renderDirectory } = await import('./directory.ts')
  const manifests = await renderDirectory(application, tree, budget)
  return { objects: manifests.map(({ manifest }) => manifest), manifests, problems: [], warnings: [] }
}

async function renderKustomize(
  { source, declaredAt }: Application,
  tree: SourceTree,
  budget: RenderBudget,
  { restrictor, ...order }: BuildFlags,
): Promise<RenderedSource> {
  const place = { file: declaredAt.path, line: declaredAt.line, field: 'spec.source.kustomize' }
  const { path, kustomize = {} } = source
  const override = (kustomization: Kustomization) => overrideKustomization(kustomization, kustomize, place)
  const files = new SourceFiles(tree, budget, restrictor)
  const { resources, warnings } = await buildKustomization(path, files, { override, ...order })
  for (const { object, origin } of resources) budget.output(object, { file: origin.path, line: origin.line })
  return { objects: resources.map(({ object }) => object), ...toManifests(resources), warnings }
}

function toManifests(resources: readonly Resource[]): Pick<RenderedSource, 'manifests' | 'problems'> {
  const problems: RenderProblem[] = []
  const manifests = resources.flatMap(({ object, origin }): RenderedManifest[] => {
    const result = toManifest(object)
    const place = { file: origin.path, line: origin.line }
    const large = findLargeInteger(object)
    if (large !== undefined)
      problems.push({ code: 'invalid', ...place, field: formatPath(large), message: tooLarge })
    if ('manifest' in result) return [{ manifest: result.manifest, origin }]
    for (const { message } of result.problems) problems.push({ code: 'invalid', ...place, message })
    return []
  })
  return { manifests, problems }
}

const tooLarge = 'a number that JSON cannot hold exactly; quote it if it is meant as text'
