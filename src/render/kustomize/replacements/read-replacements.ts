import { isList } from '../../../kube/json.ts'
import { parseConfig } from '../../go-yaml/parse-yaml.ts'
import { at, fail, failWith } from '../../render-error.ts'
import { type Field, FieldReader } from '../field-reader.ts'
import type {
  FieldOptions,
  Kustomization,
  Replacement,
  ReplacementEntry,
  ReplacementSource,
  ReplacementTarget,
} from '../kustomization.ts'
import { readTarget } from '../read-entries.ts'
import type { FoundFile, SourceFiles } from '../source-files.ts'

export function readReplacementEntry(reader: FieldReader, field: Field): ReplacementEntry {
  const path = reader.fields(field, [...replacementFields, 'path']).get('path')
  return {
    ...readReplacement(reader, field, [...replacementFields, 'path']),
    ...(path && { path: { text: reader.text(path), place: reader.place(path.path) } }),
  }
}

/** All replacements of the entries, those of their files included. Throws `RenderError`. */
export async function loadReplacements(
  entries: readonly ReplacementEntry[],
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<readonly Replacement[]> {
  const loaded: Replacement[] = []
  for (const { path, ...replacement } of entries) {
    if (path === undefined || path.text === '') loaded.push(replacement)
    else if (replacement.source !== undefined || (replacement.targets ?? []).length > 0) {
      fail(replacement.place, 'cannot specify both path and inline replacement')
    } else {
      const found = await files.readBeside(kustomization, path)
      loaded.push(...(await at(path.place, () => readFile(found, files))))
    }
  }
  return loaded
}

/** Files are read leniently: unknown fields are passed over, numbers taken for text. */
function readFile({ text, path: file }: FoundFile, files: SourceFiles): readonly Replacement[] {
  const document = parseConfig(text, { file })
  if (document === undefined || typeof document.value !== 'object') {
    fail({ file }, 'unsupported replacement type encountered within replacement path')
  }
  const reader = new FieldReader(document, file, 'lenient')
  const root = { value: document.value, path: [] }
  const fields = isList(document.value) ? reader.items(root) : [root]
  const replacements = fields.map((field) => readReplacement(reader, field, replacementFields))
  failWith(reader.problems)
  files.warn(...reader.passedOver)
  return replacements
}

const replacementFields: readonly string[] = ['source', 'sourceValue', 'targets']

function readReplacement(reader: FieldReader, field: Field, known: readonly string[]): Replacement {
  const fields = reader.fields(field, known)
  const [source, value, targets] = replacementFields.map((name) => fields.get(name))
  return {
    place: reader.place(field.path),
    ...(source && { source: readSource(reader, source) }),
    ...(value && { sourceValue: reader.text(value) }),
    ...(targets && { targets: reader.items(targets).map((target) => readReplacementTarget(reader, target)) }),
  }
}

function readSource(reader: FieldReader, field: Field): ReplacementSource {
  const known = ['group', 'version', 'kind', 'name', 'namespace', 'fieldPath', 'options']
  const fields = reader.fields(field, known)
  const text = (name: string): string => reader.text(fields.get(name))
  return {
    place: reader.place(field.path),
    group: text('group'),
    version: text('version'),
    kind: text('kind'),
    name: text('name'),
    namespace: text('namespace'),
    fieldPath: text('fieldPath'),
    options: readOptions(reader, fields.get('options')),
  }
}

function readReplacementTarget(reader: FieldReader, field: Field): ReplacementTarget {
  const fields = reader.fields(field, ['select', 'reject', 'fieldPaths', 'options'])
  const select = readTarget(reader, fields.get('select'))
  return {
    place: reader.place(field.path),
    ...(select && { select }),
    reject: reader.items(fields.get('reject')).flatMap((item) => readTarget(reader, item) ?? []),
    fieldPaths: reader.texts(fields.get('fieldPaths')),
    options: readOptions(reader, fields.get('options')),
  }
}

function readOptions(reader: FieldReader, field: Field | undefined): FieldOptions {
  const fields = reader.fields(field, ['delimiter', 'index', 'encoding', 'create'])
  reader.text(fields.get('encoding'))
  return {
    delimiter: reader.text(fields.get('delimiter')),
    index: reader.integer(fields.get('index')) ?? 0,
    create: reader.flag(fields.get('create')),
  }
}
