import { groupOf, versionOf } from '../../kube/object-key.ts'
import type { Field, FieldMap, FieldReader } from './field-reader.ts'
import type { FieldSpec } from './field-spec.ts'
import type {
  GeneratorEntry,
  GeneratorOptions,
  ImageEntry,
  LabelsEntry,
  OpenApi,
  PatchEntry,
  ReplicasEntry,
  SecretEntry,
  SortOptions,
  Target,
  VarEntry,
} from './kustomization.ts'

const targetFields = [
  'group',
  'version',
  'kind',
  'name',
  'namespace',
  'labelSelector',
  'annotationSelector',
] as const

export function readPatch(reader: FieldReader, field: Field): PatchEntry {
  const fields = reader.fields(field, ['path', 'patch', 'target', 'options'])
  const options = reader.fields(fields.get('options'), ['allowNameChange', 'allowKindChange'])
  const target = readTarget(reader, fields.get('target'))
  return {
    place: reader.place(field.path),
    path: reader.text(fields.get('path')),
    patch: reader.text(fields.get('patch')),
    ...(target && { target }),
    allowNameChange: reader.flag(options.get('allowNameChange')),
    allowKindChange: reader.flag(options.get('allowKindChange')),
  }
}

export function readTarget(reader: FieldReader, field: Field | undefined): Target | undefined {
  if (field === undefined) return undefined
  const fields = reader.fields(field, targetFields)
  const text = (name: (typeof targetFields)[number]): string => reader.text(fields.get(name))
  return {
    place: reader.place(field.path),
    group: text('group'),
    version: text('version'),
    kind: text('kind'),
    name: text('name'),
    namespace: text('namespace'),
    labelSelector: text('labelSelector'),
    annotationSelector: text('annotationSelector'),
  }
}

const generatorFields = [
  'name',
  'namespace',
  'behavior',
  'literals',
  'files',
  'env',
  'envs',
  'options',
] as const

export function readConfigMap(reader: FieldReader, field: Field): GeneratorEntry {
  return readGenerator(reader, field, reader.fields(field, generatorFields))
}

export function readSecret(reader: FieldReader, field: Field): SecretEntry {
  const fields = reader.fields(field, [...generatorFields, 'type'])
  return { ...readGenerator(reader, field, fields), type: reader.text(fields.get('type')) }
}

function readGenerator(reader: FieldReader, field: Field, fields: FieldMap): GeneratorEntry {
  const env = fields.get('env')
  return {
    place: reader.place(field.path),
    name: reader.text(fields.get('name')),
    namespace: reader.text(fields.get('namespace')),
    behavior: reader.text(fields.get('behavior')),
    literals: reader.texts(fields.get('literals')),
    files: reader.texts(fields.get('files')),
    envs: [
      ...reader.texts(fields.get('envs')),
      ...(env === undefined ? [] : [{ text: reader.text(env), place: reader.place(env.path) }]),
    ],
    options: readOptions(reader, fields.get('options')),
  }
}

export function readOptions(reader: FieldReader, field: Field | undefined): GeneratorOptions {
  const fields = reader.fields(field, ['labels', 'annotations', 'disableNameSuffixHash', 'immutable'])
  return {
    labels: reader.textMap(fields.get('labels')),
    annotations: reader.textMap(fields.get('annotations')),
    disableNameSuffixHash: reader.flag(fields.get('disableNameSuffixHash')),
    immutable: reader.flag(fields.get('immutable')),
  }
}

export function readLabels(reader: FieldReader, field: Field): LabelsEntry {
  const fields = reader.fields(field, ['pairs', 'includeSelectors', 'includeTemplates', 'fields'])
  return {
    place: reader.place(field.path),
    pairs: reader.textMap(fields.get('pairs')),
    includeSelectors: reader.flag(fields.get('includeSelectors')),
    includeTemplates: reader.flag(fields.get('includeTemplates')),
    fields: reader.items(fields.get('fields')).map((item) => readFieldSpec(reader, item)),
  }
}

export function readFieldSpec(reader: FieldReader, field: Field): FieldSpec {
  const fields = reader.fields(field, ['group', 'version', 'kind', 'path', 'create'])
  return {
    group: reader.text(fields.get('group')),
    version: reader.text(fields.get('version')),
    kind: reader.text(fields.get('kind')),
    path: reader.text(fields.get('path')),
    create: reader.flag(fields.get('create')),
  }
}

export function readReplicas(reader: FieldReader, field: Field): ReplicasEntry {
  const fields = reader.fields(field, ['name', 'count'])
  return {
    place: reader.place(field.path),
    name: reader.text(fields.get('name')),
    count: reader.integer(fields.get('count')) ?? 0,
  }
}

export function readImage(reader: FieldReader, field: Field): ImageEntry {
  const fields = reader.fields(field, ['name', 'newName', 'newTag', 'digest', 'tagSuffix'])
  return {
    place: reader.place(field.path),
    name: reader.text(fields.get('name')),
    newName: reader.text(fields.get('newName')),
    newTag: reader.text(fields.get('newTag')),
    digest: reader.text(fields.get('digest')),
    tagSuffix: reader.text(fields.get('tagSuffix')),
  }
}

export function readOpenApi(reader: FieldReader, field: Field | undefined): OpenApi {
  const texts = reader.placedTexts(field)
  const [path, version] = [texts.get('path'), texts.get('version')]
  return { ...(path && { path }), ...(version && { version }) }
}

export function readSortOptions(reader: FieldReader, field: Field | undefined): SortOptions | undefined {
  if (field === undefined) return undefined
  const fields = reader.fields(field, ['order', 'legacySortOptions'])
  const legacy = fields.get('legacySortOptions')
  const lists = reader.fields(legacy, ['orderFirst', 'orderLast'])
  const texts = (name: string) => reader.texts(lists.get(name)).map(({ text }) => text)
  return {
    place: reader.place(field.path),
    order: reader.text(fields.get('order')),
    ...(legacy && { legacy: { orderFirst: texts('orderFirst'), orderLast: texts('orderLast') } }),
  }
}

const referenceFields = ['apiVersion', 'group', 'version', 'kind', 'name', 'namespace'] as const

export function readVar(reader: FieldReader, field: Field): VarEntry {
  const fields = reader.fields(field, ['name', 'objref', 'fieldref'])
  const object = reader.fields(fields.get('objref'), referenceFields)
  const text = (name: (typeof referenceFields)[number]): string => reader.text(object.get(name))
  const apiVersion = text('apiVersion')
  const isUsable = apiVersion !== '' && apiVersion.split('/').length <= 2
  return {
    place: reader.place(field.path),
    name: reader.text(fields.get('name')),
    object: {
      group: (isUsable && groupOf(apiVersion)) || text('group'),
      version: isUsable ? versionOf(apiVersion) : text('version'),
      kind: text('kind'),
      name: text('name'),
      namespace: text('namespace'),
    },
    fieldPath:
      reader.text(reader.fields(fields.get('fieldref'), ['fieldPath']).get('fieldPath')) || 'metadata.name',
  }
}
