import { parseConfig } from '../go-yaml/parse-yaml.ts'
import { failWith } from '../render-error.ts'
import { type Field, FieldReader } from './field-reader.ts'
import type { FieldSpec } from './field-spec.ts'
import { compareGvk } from './gvk-order.ts'
import type { NameReference } from './name-reference-specs.ts'
import { readFieldSpec } from './read-entries.ts'
import { emptyConfig, specLists, type TransformerConfig } from './transformer-config.ts'

/** A file of `configurations`. Throws `RenderError` with everything that is wrong with it, `YamlError`. */
export function readTransformerConfig(text: string, file: string): TransformerConfig {
  const document = parseConfig(text, { file })
  if (document === undefined) return emptyConfig
  const reader = new FieldReader(document, file)
  const fields = reader.fields({ value: document.value, path: [] }, [...specLists, 'nameReference'])
  const lists = specLists.map((list) => [list, readSpecs(reader, fields.get(list))] as const)
  const nameReference = reader
    .items(fields.get('nameReference'))
    .map((item) => readReference(reader, item))
    .sort((a, b) => compareGvk(a.target, b.target))
  failWith(reader.problems)
  return { ...emptyConfig, ...Object.fromEntries(lists), nameReference }
}

function readSpecs(reader: FieldReader, field: Field | undefined): readonly FieldSpec[] {
  return reader
    .items(field)
    .map((item) => readFieldSpec(reader, item))
    .sort(compareGvk)
}

function readReference(reader: FieldReader, field: Field): NameReference {
  const fields = reader.fields(field, ['group', 'version', 'kind', 'fieldSpecs'])
  const text = (name: string): string => reader.text(fields.get(name))
  return {
    target: { group: text('group'), version: text('version'), kind: text('kind') },
    fields: reader.items(fields.get('fieldSpecs')).map((item) => readFieldSpec(reader, item)),
  }
}
