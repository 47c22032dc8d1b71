import type { Kustomization } from './kustomization.ts'
import type { ResourceSet } from './resource-set.ts'
import type { SourceFiles } from './source-files.ts'
import { setImage } from './transformers/images.ts'
import { addCommonAnnotations, addCommonLabels, addLabels } from './transformers/labels.ts'
import { addNamePrefix, addNameSuffix } from './transformers/name-affixes.ts'
import { setNamespace } from './transformers/namespace.ts'
import { applyJson6902, applyPatch, applyStrategicPatches } from './transformers/patches.ts'
import { setReplicas } from './transformers/replicas.ts'

/** The steps of one kustomization in kustomize's order, whatever the order of its fields. */
export async function transform(
  kustomization: Kustomization,
  resources: ResourceSet,
  files: SourceFiles,
): Promise<void> {
  const { budget } = files
  await applyStrategicPatches(kustomization, resources, files)
  for (const patch of kustomization.patches) await applyPatch(patch, kustomization, resources, files)
  setNamespace(kustomization, resources)
  addNamePrefix(kustomization.namePrefix, resources)
  addNameSuffix(kustomization.nameSuffix, resources)
  for (const entry of kustomization.labels) addLabels(entry, resources, budget)
  addCommonLabels(kustomization, resources, budget)
  addCommonAnnotations(kustomization, resources, budget)
  for (const patch of kustomization.patchesJson6902) {
    await applyJson6902(patch, kustomization, resources, files)
  }
  for (const entry of kustomization.replicas) setReplicas(entry, resources)
  for (const entry of kustomization.images) setImage(entry, resources, budget)
}
