import { loadReplacements, readReplacementEntry } from '../replacements/read-replacements.ts'
import type { Configure } from './plugin-config.ts'

/** ReplacementTransformer: what `replacements` of a kustomization does. */
export const replacementTransformer: Configure = async ({ reader, root, kustomization, files }) => {
  const fields = reader.fields(root, ['replacements'])
  const entries = reader.items(fields.get('replacements')).map((item) => readReplacementEntry(reader, item))
  const replacements = await loadReplacements(entries, kustomization, files)
  const { applyReplacements } = await import('../transformers/replacements.ts')
  return (resources) => applyReplacements(replacements, resources, files)
}
