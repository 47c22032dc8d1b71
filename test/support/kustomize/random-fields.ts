import fc, { type Arbitrary } from 'fast-check'
import type { Json, JsonObject } from '../../../src/kube/json.ts'
import { maybe, name, namespace, oddMap, oddScalar, textMap } from './random-values.ts'

const target: Arbitrary<JsonObject> = fc.record(
  {
    kind: fc.constantFrom('Deployment', 'Service', 'ConfigMap', '.*Set'),
    name: fc.constantFrom('web', 'w.*', 'api|db', '.*'),
    namespace: fc.constantFrom('default', 'shop', '.*'),
    labelSelector: fc.constantFrom('app=web', 'app in (web, api)', '!tier', 'app!=api'),
    group: fc.constantFrom('apps', ''),
  },
  { requiredKeys: [] },
)

const podPatch = fc.constantFrom<Json>(
  [{ name: 'main', env: [{ name: 'MODE', value: 'patched' }] }],
  [{ name: 'main', $patch: 'delete' }],
  [{ name: 'new', image: 'busybox' }],
  [{ $patch: 'replace' }, { name: 'only', image: 'busybox' }],
  [{ name: 'side', ports: [{ containerPort: 80, protocol: 'UDP' }] }],
)

/** What only an object that is there can fill; `settle` asks it. */
type Unsettled = (objects: readonly JsonObject[]) => unknown

/** A value with everything unsettled in it filled from the objects. */
export function settle(value: unknown, objects: readonly JsonObject[]): unknown {
  if (typeof value === 'function') return value(objects)
  if (Array.isArray(value)) return value.map((item) => settle(item, objects))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, settle(field, objects)]))
}

interface Identity {
  readonly apiVersion: unknown
  readonly kind: unknown
  readonly metadata: JsonObject
  readonly data: readonly string[]
}

const picked: Arbitrary<(objects: readonly JsonObject[]) => Identity> = fc.nat(20).map((at) => (objects) => {
  const { apiVersion, kind, metadata, data = {} } = objects[at % objects.length] ?? {}
  const { name = 'web', namespace } = (metadata ?? {}) as JsonObject
  const identity = { name, ...(namespace !== undefined && { namespace }) }
  return { apiVersion, kind, metadata: identity, data: Object.keys(data as JsonObject) }
})

const strategic: Arbitrary<Unsettled> = fc
  .tuple(picked, maybe(oddMap), maybe(podPatch), maybe(oddMap), oddScalar)
  .map(([pick, annotations, containers, more, value]) => (objects) => {
    const { apiVersion, kind, metadata, data: keys } = pick(objects)
    const data = more && { ...more, ...Object.fromEntries(keys.slice(0, 1).map((key) => [key, value])) }
    return {
      apiVersion,
      kind,
      metadata: { ...metadata, ...(annotations && { annotations }) },
      ...(kind === 'ConfigMap' && data && { data }),
      ...(apiVersion === 'apps/v1' &&
        containers !== undefined && { spec: { template: { spec: { containers } } } }),
    }
  })

const path = fc.constantFrom(
  '/metadata/labels/added',
  '/metadata/annotations',
  '/spec/replicas',
  '/spec/template/spec/containers/0/image',
  '/spec/template/spec/containers/-',
  '/data/a',
  '/data/file.conf',
  '/metadata/name',
  '/spec',
)

/** In the annotations of the moment stand kustomize's own notes as well. */
const readable = path.filter((one) => one !== '/metadata/annotations')

const operation: Arbitrary<JsonObject> = fc.oneof(
  fc
    .tuple(fc.constantFrom('add', 'replace', 'test'), path, fc.oneof(oddScalar, oddMap))
    .map(([op, path, value]) => ({ op, path, value })),
  path.map((path) => ({ op: 'remove', path })),
  fc.tuple(fc.constantFrom('copy', 'move'), readable, path).map(([op, from, path]) => ({ op, from, path })),
)

/** The patch of an entry is text inside the file: what stands in `yaml` is written so. */
const patch = fc.oneof(
  strategic.map((yaml) => ({ patch: { yaml } })),
  fc.tuple(target, strategic).map(([target, yaml]) => ({ target, patch: { yaml } })),
  fc
    .tuple(target, fc.array(operation, { minLength: 1, maxLength: 2 }))
    .map(([target, yaml]) => ({ target, patch: { yaml } })),
)

const options = fc.record(
  { labels: textMap, annotations: textMap, disableNameSuffixHash: fc.boolean(), immutable: fc.boolean() },
  { requiredKeys: [] },
)

const literals = fc.uniqueArray(
  fc.constantFrom('a=one', 'b=two words', "c='quoted'", 'd="x"y"', 'e==', 'f=', `g=${'long '.repeat(30)}`),
  { minLength: 1, maxLength: 3 },
)

const behavior = fc.constantFrom('create', 'create', 'merge', 'replace')

const generator = fc
  .tuple(
    name,
    literals,
    maybe(behavior),
    maybe(options),
    maybe(namespace),
    maybe(fc.constant(['files/one.conf', 'key=files/two.bin'])),
  )
  .map(([name, literals, behavior, options, namespace, files]) => ({
    name,
    literals,
    ...(behavior && { behavior }),
    ...(options && { options }),
    ...(namespace && { namespace }),
    ...(files && { files }),
  }))

const fieldPath = fc.constantFrom(
  'metadata.name',
  'metadata.namespace',
  'spec.template.spec.containers.0.image',
  'spec.template.spec.containers.[name=main].image',
  'data.a',
  'metadata.labels.app',
  'metadata.annotations.a',
  'data.b',
  'data.[file.conf]',
  'spec.replicas',
)

const sourcePath = fc.constantFrom(
  'metadata.name',
  'metadata.name',
  'kind',
  'metadata.labels.app',
  'metadata.annotations.a',
  'data.a',
  'data.b',
  'data',
  'spec.replicas',
  'spec.template.spec.containers.0.image',
)

const replacement: Arbitrary<Unsettled> = fc
  .tuple(
    picked,
    sourcePath,
    target,
    fc.array(fieldPath, { minLength: 1, maxLength: 2 }),
    fc.record(
      {
        create: fc.boolean(),
        delimiter: fc.constantFrom(':', '/', '-'),
        index: fc.constantFrom(-1, 0, 1),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([pick, from, select, fieldPaths, options]) => (objects) => {
    const { kind, metadata } = pick(objects)
    return {
      source: { kind, ...metadata, fieldPath: from },
      targets: [{ select, fieldPaths, options }],
    }
  })

const labels = fc
  .tuple(textMap, fc.boolean(), fc.boolean())
  .map(([pairs, includeSelectors, includeTemplates]) => ({ pairs, includeSelectors, includeTemplates }))

const image = fc
  .tuple(
    fc.constantFrom('nginx', 'busybox', 'registry.example/api', 'registry.example:5000/team/web'),
    fc.record(
      {
        newName: fc.constantFrom('mirror.example/x', 'nginx'),
        newTag: fc.constantFrom('v3', '1.2'),
        digest: fc.constant(`sha256:${'c'.repeat(64)}`),
        tagSuffix: fc.constant('-x'),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([name, changes]) => ({ name, ...changes }))

const few = <T>(one: Arbitrary<T>): Arbitrary<T[]> => fc.array(one, { minLength: 1, maxLength: 2 })

/** What a kustomization may say beside its resources. */
export const fields: Arbitrary<{ readonly [field: string]: unknown }> = fc
  .tuple(
    fc.record(
      {
        namespace,
        namePrefix: fc.constantFrom('pre-', 'dev-'),
        nameSuffix: fc.constantFrom('-v1', '-x'),
        commonLabels: textMap,
        commonAnnotations: textMap,
        labels: few(labels),
        images: few(image),
        replicas: few(
          fc.tuple(picked, fc.nat(9)).map(([pick, count]) => (objects: readonly JsonObject[]) => ({
            name: pick(objects).metadata.name,
            count,
          })),
        ),
        patches: few(patch),
        configMapGenerator: few(generator),
        secretGenerator: few(generator),
        generatorOptions: options,
        replacements: few(replacement),
        buildMetadata: fc.subarray(['originAnnotations', 'transformerAnnotations', 'managedByLabel']),
        sortOptions: fc.constantFrom<Json>(
          { order: 'fifo' },
          { order: 'legacy' },
          { order: 'legacy', legacySortOptions: { orderFirst: ['Service'], orderLast: ['Deployment'] } },
        ),
      },
      { requiredKeys: [] },
    ),
    fc.subarray(
      [
        'namespace',
        'namePrefix',
        'nameSuffix',
        'commonLabels',
        'commonAnnotations',
        'labels',
        'images',
        'replicas',
        'patches',
        'configMapGenerator',
        'secretGenerator',
        'generatorOptions',
        'replacements',
        'buildMetadata',
        'sortOptions',
      ],
      { maxLength: 4 },
    ),
  )
  .map(([all, kept]) =>
    Object.fromEntries(Object.entries(all).filter(([field]) => kept.includes(field as never))),
  )
