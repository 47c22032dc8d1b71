import type { RenderBudget } from '../render-budget.ts'
import type { Place } from '../render-error.ts'
import type { Trace } from './build-metadata.ts'
import type { Kustomization } from './kustomization.ts'
import { loadReplacements } from './replacements/read-replacements.ts'
import type { ResourceSet } from './resource-set.ts'
import type { SourceFiles } from './source-files.ts'
import { runSteps, type Step, type Transformer } from './step.ts'
import type { TransformerConfig } from './transformer-config.ts'
import { imageSetter } from './transformers/images.ts'
import { addEntries, labelSpecsOf } from './transformers/labels.ts'
import { addNamePrefix, addNameSuffix } from './transformers/name-affixes.ts'
import { setNamespace } from './transformers/namespace.ts'
import { json6902Patch, patch, strategicPatches } from './transformers/patches.ts'
import { setReplicas } from './transformers/replicas.ts'

/** The steps of one kustomization in kustomize's order, whatever the order of its fields. */
export async function transform(
  kustomization: Kustomization,
  resources: ResourceSet,
  config: TransformerConfig,
  files: SourceFiles,
  trace: Trace | undefined,
): Promise<void> {
  const steps = [
    ...(await patchSteps(kustomization, files)),
    ...nameSteps(kustomization, config),
    ...metadataSteps(kustomization, config, files.budget),
    ...(await json6902Steps(kustomization, files)),
    ...(await workloadSteps(kustomization, config, files.budget)),
    ...(await replacementSteps(kustomization, files)),
  ]
  runSteps(steps, resources, trace)
}

function step({ file }: Kustomization, kind: string, run: Transformer): Step {
  return { by: { file, kind, name: '', namespace: '' }, run }
}

function placeOf({ file }: Kustomization, field: string): Place {
  return { file, field }
}

async function patchSteps(kustomization: Kustomization, files: SourceFiles): Promise<readonly Step[]> {
  const steps: Step[] = []
  const { patchesStrategicMerge: paths, patches } = kustomization
  if (paths.length > 0) {
    const place = placeOf(kustomization, 'patchesStrategicMerge')
    const run = await strategicPatches({ place, paths, patches: '' }, kustomization, files)
    steps.push(step(kustomization, 'PatchStrategicMergeTransformer', run))
  }
  for (const entry of patches) {
    steps.push(step(kustomization, 'PatchTransformer', await patch(entry, kustomization, files)))
  }
  return steps
}

function nameSteps(kustomization: Kustomization, config: TransformerConfig): readonly Step[] {
  const { namespace, namePrefix, nameSuffix } = kustomization
  const place = placeOf(kustomization, 'namespace')
  const steps = [
    namespace !== '' &&
      step(kustomization, 'NamespaceTransformer', (resources) =>
        setNamespace(namespace, config.namespace, resources, place),
      ),
    namePrefix !== '' &&
      step(kustomization, 'PrefixTransformer', (resources) =>
        addNamePrefix(namePrefix, config.namePrefix, resources),
      ),
    nameSuffix !== '' &&
      step(kustomization, 'SuffixTransformer', (resources) =>
        addNameSuffix(nameSuffix, config.nameSuffix, resources),
      ),
  ]
  return steps.filter((present) => present !== false)
}

/** kustomize takes a step for `commonLabels` also where only `labels` are given. */
function metadataSteps(
  kustomization: Kustomization,
  config: TransformerConfig,
  budget: RenderBudget,
): readonly Step[] {
  const { labels, commonLabels, commonAnnotations } = kustomization
  const steps = labels.map((entry) => {
    const specs = labelSpecsOf(entry, config)
    return step(kustomization, 'LabelTransformer', (resources) =>
      addEntries(entry.pairs, specs, resources, budget, entry.place),
    )
  })
  if (labels.length > 0 || Object.keys(commonLabels).length > 0) {
    const place = placeOf(kustomization, 'commonLabels')
    const run: Transformer = (resources) =>
      addEntries(commonLabels, config.commonLabels, resources, budget, place)
    steps.push(step(kustomization, 'LabelTransformer', run))
  }
  if (Object.keys(commonAnnotations).length > 0) {
    const place = placeOf(kustomization, 'commonAnnotations')
    const run: Transformer = (resources) =>
      addEntries(commonAnnotations, config.commonAnnotations, resources, budget, place)
    steps.push(step(kustomization, 'AnnotationsTransformer', run))
  }
  return steps
}

async function json6902Steps(kustomization: Kustomization, files: SourceFiles): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const entry of kustomization.patchesJson6902) {
    const run = await json6902Patch(entry, kustomization, files)
    steps.push(step(kustomization, 'PatchJson6902Transformer', run))
  }
  return steps
}

async function workloadSteps(
  kustomization: Kustomization,
  config: TransformerConfig,
  budget: RenderBudget,
): Promise<readonly Step[]> {
  return [
    ...kustomization.replicas.map((entry) =>
      step(kustomization, 'ReplicaCountTransformer', (resources) =>
        setReplicas(entry, config.replicas, resources),
      ),
    ),
    ...(await imageSteps(kustomization, config, budget)),
  ]
}

/** All entries are done in the first step; the others only count. */
async function imageSteps(
  kustomization: Kustomization,
  { images: specs }: TransformerConfig,
  budget: RenderBudget,
): Promise<readonly Step[]> {
  const { images } = kustomization
  const place = placeOf(kustomization, 'images')
  const setAll = await imageSetter(images, specs, budget, place)
  return images.map((_, index) =>
    step(kustomization, 'ImageTagTransformer', index === 0 ? setAll : () => undefined),
  )
}

async function replacementSteps(kustomization: Kustomization, files: SourceFiles): Promise<readonly Step[]> {
  if (kustomization.replacements.length === 0) return []
  const { applyReplacements } = await import('./transformers/replacements.ts')
  const replacements = await loadReplacements(kustomization.replacements, kustomization, files)
  return [
    step(kustomization, 'ReplacementTransformer', (resources) =>
      applyReplacements(replacements, resources, files),
    ),
  ]
}
