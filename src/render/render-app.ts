import type { Application } from '../apps/application.ts'
import type { Commit } from '../git/commit.ts'
import { recordInputs } from '../git/recording-tree.ts'
import type { SourceTree } from '../git/source-tree.ts'
import { toManifest } from '../kube/manifest-reader.ts'
import { renderDirectory } from './directory.ts'
import { buildKustomization } from './kustomize/build.ts'
import { formatPath } from './kustomize/field-reader.ts'
import type { Kustomization } from './kustomize/kustomization.ts'
import { overrideKustomization } from './kustomize/override.ts'
import type { Resource } from './kustomize/resource.ts'
import { SourceFiles } from './kustomize/source-files.ts'
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
  const kind = await detectSourceKind(application, tree)
  return kind === 'directory'
    ? { manifests: await renderDirectory(application, tree, budget), warnings: [] }
    : renderKustomize(application, tree, budget)
}

async function renderKustomize(
  { source, declaredAt }: Application,
  tree: SourceTree,
  budget: RenderBudget,
): Promise<Rendered> {
  const place = { file: declaredAt.path, line: declaredAt.line, field: 'spec.source.kustomize' }
  const { path, kustomize = {} } = source
  const override = (kustomization: Kustomization) => overrideKustomization(kustomization, kustomize, place)
  const { resources, warnings } = await buildKustomization(path, new SourceFiles(tree, budget), { override })
  for (const { object, origin } of resources) budget.output(object, { file: origin.path, line: origin.line })
  return { manifests: toManifests(resources), warnings }
}

function toManifests(resources: readonly Resource[]): readonly RenderedManifest[] {
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
  failWith(problems)
  return manifests
}

const tooLarge = 'a number that JSON cannot hold exactly; quote it if it is meant as text'
