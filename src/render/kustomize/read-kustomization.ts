import { isJsonObject, isList } from '../../kube/json.ts'
import { parseConfig } from '../go-yaml/parse-yaml.ts'
import { fail, failWith, type RenderProblem } from '../render-error.ts'
import { type Field, type FieldMap, FieldReader } from './field-reader.ts'
import type { Kustomization, PlacedText } from './kustomization.ts'
import {
  readConfigMap,
  readImage,
  readLabels,
  readOpenApi,
  readOptions,
  readPatch,
  readReplicas,
  readSecret,
  readSortOptions,
  readVar,
} from './read-entries.ts'
import { readReplacementEntry } from './replacements/read-replacements.ts'

const known: readonly string[] = [
  'apiVersion',
  'kind',
  'metadata',
  'resources',
  'bases',
  'components',
  'crds',
  'configurations',
  'openapi',
  'namespace',
  'namePrefix',
  'nameSuffix',
  'commonLabels',
  'labels',
  'commonAnnotations',
  'patchesStrategicMerge',
  'patchesJson6902',
  'patches',
  'images',
  'imageTags',
  'replicas',
  'replacements',
  'vars',
  'configMapGenerator',
  'secretGenerator',
  'generatorOptions',
  'generators',
  'transformers',
  'validators',
  'helmCharts',
  'helmGlobals',
  'helmChartInflationGenerator',
  'sortOptions',
  'buildMetadata',
]

/** Fields of kustomize that are not rendered here: with anything in them they are an error. */
const unsupported: readonly string[] = ['helmCharts', 'helmGlobals', 'helmChartInflationGenerator']

/** Throws `RenderError` with everything that is wrong with the file, `YamlError` when it cannot be parsed. */
export function readKustomization(text: string, file: string, directory: string): Kustomization {
  const document = parseConfig(text, { file })
  if (document === undefined) fail({ file }, 'kustomization.yaml is empty; name at least one resource')
  const reader = new FieldReader(document, file)
  const fields = reader.fields({ value: document.value, path: [] }, known)
  const kustomization = readFields(reader, fields, file, directory)
  failWith(reader.problems.map(invalid))
  checkNotEmpty(fields, file)
  checkType(reader, fields, directory)
  checkSupport(reader, fields)
  failWith(reader.problems)
  return kustomization
}

function invalid(problem: RenderProblem): RenderProblem {
  return { ...problem, message: `invalid Kustomization: ${problem.message}` }
}

function readFields(reader: FieldReader, fields: FieldMap, file: string, directory: string): Kustomization {
  const items = (name: string): readonly Field[] => reader.items(fields.get(name))
  const texts = (name: string): readonly PlacedText[] => reader.texts(fields.get(name))
  const sortOptions = readSortOptions(reader, fields.get('sortOptions'))
  readMetadata(reader, fields.get('metadata'))
  return {
    kind: reader.text(fields.get('kind')) === 'Component' ? 'Component' : 'Kustomization',
    file,
    directory,
    resources: [...texts('resources'), ...texts('bases')],
    components: texts('components'),
    openapi: readOpenApi(reader, fields.get('openapi')),
    crds: texts('crds'),
    configurations: texts('configurations'),
    configMapGenerator: items('configMapGenerator').map((item) => readConfigMap(reader, item)),
    secretGenerator: items('secretGenerator').map((item) => readSecret(reader, item)),
    generatorOptions: readOptions(reader, fields.get('generatorOptions')),
    patchesStrategicMerge: texts('patchesStrategicMerge'),
    patches: items('patches').map((item) => readPatch(reader, item)),
    namespace: readName(reader, fields.get('namespace')),
    namePrefix: readName(reader, fields.get('namePrefix')),
    nameSuffix: readName(reader, fields.get('nameSuffix')),
    labels: items('labels').map((item) => readLabels(reader, item)),
    commonLabels: reader.textMap(fields.get('commonLabels')),
    commonAnnotations: reader.textMap(fields.get('commonAnnotations')),
    patchesJson6902: items('patchesJson6902').map((item) => readPatch(reader, item)),
    replicas: items('replicas').map((item) => readReplicas(reader, item)),
    images: [...items('images'), ...items('imageTags')].map((item) => readImage(reader, item)),
    replacements: items('replacements').map((item) => readReplacementEntry(reader, item)),
    generators: texts('generators'),
    transformers: texts('transformers'),
    validators: texts('validators'),
    vars: items('vars').map((item) => readVar(reader, item)),
    buildMetadata: texts('buildMetadata'),
    ...(sortOptions && { sortOptions }),
    warnings: deprecationsOf(fields),
  }
}

/** It has no effect. */
function readMetadata(reader: FieldReader, field: Field | undefined): void {
  const fields = reader.fields(field, ['name', 'namespace', 'labels', 'annotations'])
  for (const name of ['name', 'namespace']) reader.text(fields.get(name))
  for (const name of ['labels', 'annotations']) reader.textMap(fields.get(name))
}

const successors: readonly (readonly [field: string, successor: string])[] = [
  ['bases', "'resources' instead."],
  ['commonLabels', "'labels' instead."],
  ['imageTags', "'images' instead."],
  ['patchesJson6902', "'patches' instead."],
  ['patchesStrategicMerge', "'patches' instead."],
  ['vars', "'replacements' instead. [EXPERIMENTAL]"],
]

function deprecationsOf(fields: FieldMap): readonly string[] {
  return successors
    .filter(([field]) => fields.has(field))
    .map(
      ([field, successor]) =>
        `# Warning: '${field}' is deprecated. Please use ${successor} Run 'kustomize edit fix' to update your Kustomization automatically.`,
    )
}

const longestName = 253

function readName(reader: FieldReader, field: Field | undefined): string {
  const name = reader.text(field)
  if (field === undefined || name.length <= longestName) return name
  reader.problem(field.path, `is longer than ${longestName} characters, the most a name may have`)
  return ''
}

const types: { readonly [kind: string]: string } = {
  Kustomization: 'kustomize.config.k8s.io/v1beta1',
  Component: 'kustomize.config.k8s.io/v1alpha1',
}

function checkType(reader: FieldReader, fields: FieldMap, directory: string): void {
  const kind = reader.text(fields.get('kind')) || 'Kustomization'
  const expected = Object.hasOwn(types, kind) ? types[kind] : undefined
  const where = `Failed to read kustomization file under /${directory}:`
  if (expected === undefined) {
    reader.problem(['kind'], `${where} kind should be Kustomization or Component, not "${kind}"`)
  } else if ((reader.text(fields.get('apiVersion')) || expected) !== expected) {
    reader.problem(['apiVersion'], `${where} apiVersion for ${kind} should be ${expected}`)
  }
}

function checkSupport(reader: FieldReader, fields: FieldMap): void {
  for (const name of unsupported) {
    const field = fields.get(name)
    if (field === undefined || isEmpty(field)) continue
    reader.problem(field.path, `${name} is not supported yet`, 'unsupported')
  }
}

function isEmpty({ value }: Field): boolean {
  return isList(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0
}

/** An empty list counts as something, except in the fields that are only other spellings. */
function checkNotEmpty(fields: FieldMap, file: string): void {
  const isContent = ([name, field]: readonly [string, Field]): boolean =>
    name !== 'apiVersion' &&
    name !== 'kind' &&
    field.value !== '' &&
    !((name === 'bases' || name === 'imageTags') && isEmpty(field))
  if (![...fields].some(isContent)) {
    fail({ file }, 'kustomization.yaml is empty; name at least one resource')
  }
}
