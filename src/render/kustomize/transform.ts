import type { Place } from '../render-error.ts'
import type { Kustomization } from './kustomization.ts'
import type { ResourceSet } from './resource-set.ts'
import type { SourceFiles } from './source-files.ts'
import type { TransformerConfig } from './transformer-config.ts'
import { setImage } from './transformers/images.ts'
import { addEntries, labelSpecsOf } from './transformers/labels.ts'
import { addNamePrefix, addNameSuffix } from './transformers/name-affixes.ts'
import { setNamespace } from './transformers/namespace.ts'
import { applyJson6902, applyPatch, applyStrategicPatches } from './transformers/patches.ts'
import { setReplicas } from './transformers/replicas.ts'

/** The steps of one kustomization in kustomize's order, whatever the order of its fields. */
export async function transform(
  kustomization: Kustomization,
  resources: ResourceSet,
  config: TransformerConfig,
  files: SourceFiles,
): Promise<void> {
  const { budget } = files
  const at = (field: string): Place => ({ file: kustomization.file, field })
  await applyStrategicPatches(kustomization, resources, files)
  for (const patch of kustomization.patches) await applyPatch(patch, kustomization, resources, files)
  setNamespace(kustomization.namespace, config.namespace, resources, at('namespace'))
  addNamePrefix(kustomization.namePrefix, config.namePrefix, resources)
  addNameSuffix(kustomization.nameSuffix, config.nameSuffix, resources)
  for (const entry of kustomization.labels) {
    addEntries(entry.pairs, labelSpecsOf(entry, config), resources, budget, entry.place)
  }
  const { commonLabels, commonAnnotations } = kustomization
  addEntries(commonLabels, config.commonLabels, resources, budget, at('commonLabels'))
  addEntries(commonAnnotations, config.commonAnnotations, resources, budget, at('commonAnnotations'))
  for (const patch of kustomization.patchesJson6902) {
    await applyJson6902(patch, kustomization, resources, files)
  }
  for (const entry of kustomization.replicas) setReplicas(entry, config.replicas, resources)
  for (const entry of kustomization.images) setImage(entry, config.images, resources, budget)
}
