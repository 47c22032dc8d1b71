import { fail } from '../../render-error.ts'
import { readPatch, readTarget } from '../read-entries.ts'
import { json6902Patch, patch, strategicPatches } from '../transformers/patches.ts'
import type { Configure } from './plugin-config.ts'

/** PatchTransformer: what an entry of `patches` is. */
export const patchTransformer: Configure = ({ reader, root, place, kustomization, files }) =>
  patch({ ...readPatch(reader, root), place }, kustomization, files)

/** PatchJson6902Transformer: what an entry of `patchesJson6902` is, with `jsonOp` for its `patch`. */
export const patchJson6902: Configure = ({ reader, root, place, kustomization, files }) => {
  const fields = reader.fields(root, ['target', 'path', 'jsonOp'])
  const target = readTarget(reader, fields.get('target'))
  const entry = {
    place,
    ...(target && { target }),
    path: reader.text(fields.get('path')),
    patch: reader.text(fields.get('jsonOp')),
    allowNameChange: false,
    allowKindChange: false,
  }
  return json6902Patch(entry, kustomization, files)
}

/** PatchStrategicMergeTransformer: `paths` as in `patchesStrategicMerge`, and `patches` inline. */
export const patchStrategicMerge: Configure = ({ reader, root, place, kustomization, files }) => {
  const fields = reader.fields(root, ['paths', 'patches'])
  const paths = reader.texts(fields.get('paths'))
  const patches = reader.text(fields.get('patches'))
  if (paths.length === 0 && patches === '') fail(place, 'empty file path and empty patch content')
  return strategicPatches({ place, paths, patches }, kustomization, files)
}
