import { isJsonObject, isList } from '../../kube/json.ts'
import { parseYaml, type YamlDocument } from '../../kube/yaml.ts'
import { fail, failWith } from '../render-error.ts'
import { type Field, type FieldMap, FieldReader } from './field-reader.ts'
import type { Kustomization } from './kustomization.ts'
import {
  readConfigMap,
  readImage,
  readLabels,
  readOptions,
  readPatch,
  readReplicas,
  readSecret,
} from './read-entries.ts'
import { resolveYaml11 } from './read-scalar.ts'

const supported: readonly string[] = [
  'apiVersion',
  'kind',
  'metadata',
  'resources',
  'bases',
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
  'configMapGenerator',
  'secretGenerator',
  'generatorOptions',
]

/** Fields of kustomize that are not rendered here: with anything in them they are an error. */
const unsupported: readonly string[] = [
  'components',
  'openapi',
  'crds',
  'configurations',
  'generators',
  'transformers',
  'validators',
  'replacements',
  'vars',
  'helmCharts',
  'helmGlobals',
  'helmChartInflationGenerator',
  'sortOptions',
  'buildMetadata',
]

/** Throws `RenderError` with everything that is wrong with the file, `YamlError` when it cannot be parsed. */
export function readKustomization(text: string, file: string, directory: string): Kustomization {
  const [document] = parseYaml(text, { file, resolve: resolveYaml11 })
  if (document === undefined) fail({ file }, 'kustomization.yaml is empty')
  const reader = new FieldReader(document, file)
  const root: Field = { value: document.value, path: [] }
  const fields = reader.fields(root, [...supported, ...unsupported])
  checkType(reader, fields)
  checkSupport(reader, fields)
  if (reader.problems.length === 0) checkNotEmpty(document, file)
  const kustomization = readFields(reader, fields, file, directory)
  failWith(reader.problems)
  return kustomization
}

function readFields(reader: FieldReader, fields: FieldMap, file: string, directory: string): Kustomization {
  const items = (name: string): readonly Field[] => reader.items(fields.get(name))
  return {
    file,
    directory,
    resources: [...reader.texts(fields.get('resources')), ...reader.texts(fields.get('bases'))],
    configMapGenerator: items('configMapGenerator').map((item) => readConfigMap(reader, item)),
    secretGenerator: items('secretGenerator').map((item) => readSecret(reader, item)),
    generatorOptions: readOptions(reader, fields.get('generatorOptions')),
    patchesStrategicMerge: reader.texts(fields.get('patchesStrategicMerge')),
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
  }
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

function checkType(reader: FieldReader, fields: FieldMap): void {
  const kind = reader.text(fields.get('kind')) || 'Kustomization'
  const expected = Object.hasOwn(types, kind) ? types[kind] : undefined
  if (expected === undefined) {
    reader.problem(['kind'], `kind should be Kustomization or Component, not "${kind}"`)
  } else if ((reader.text(fields.get('apiVersion')) || expected) !== expected) {
    reader.problem(['apiVersion'], `apiVersion for ${kind} should be ${expected}`)
  }
  if (kind === 'Component') reader.problem(['kind'], 'components are not supported yet', 'unsupported')
  reader.fields(fields.get('metadata'), ['name', 'namespace', 'labels', 'annotations'])
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

function checkNotEmpty({ value }: YamlDocument, file: string): void {
  const names = isJsonObject(value) ? Object.keys(value).map((key) => key.toLowerCase()) : []
  if (names.every((name) => name === 'apiversion' || name === 'kind')) {
    fail({ file }, 'kustomization.yaml is empty; name at least one resource')
  }
}
