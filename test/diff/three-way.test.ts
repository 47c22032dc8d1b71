import { expect, test } from 'vitest'
import { resourceOf } from '../../src/cluster/discovery.ts'
import { getObject } from '../../src/cluster/requests.ts'
import type { FieldPreview } from '../../src/diff/field-preview.ts'
import { maskDesired } from '../../src/diff/mask-desired.ts'
import { type ThreeWay, threeWay } from '../../src/diff/three-way.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import type { Manifest } from '../../src/kube/manifest.ts'
import { maskerOf } from '../../src/kube/masking.ts'
import { groupOf, versionOf } from '../../src/kube/object-key.ts'
import { anySchema } from '../../src/kube/schema.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'
import { ClusterCase } from './cluster-case.ts'

const builtins = builtinSchemas()
const mask = maskerOf(new Uint8Array(32))

function web(replicas: number, image: string, more = ''): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: api, image: "web:${image}"${more}}]}
`
}

interface Story {
  readonly synced: string
  /** What is in Git, where it is not what was synced. */
  readonly base?: string
  readonly head: string
  /** Written to the cluster after the sync, by this manager. */
  readonly edit?: readonly [manager: string, manifest: string]
  readonly more?: Partial<ThreeWay>
}

/** A sync, an edit, and a pull request, on a sandbox cluster. */
async function play({ synced, base = synced, head, edit, more }: Story): Promise<readonly FieldPreview[]> {
  const shop = new ClusterCase()
  await shop.apply('{apiVersion: v1, kind: Namespace, metadata: {name: shop}}')
  await shop.apply(synced)
  if (edit !== undefined) await shop.write(manifest(edit[1]), edit[0])
  const compared = await Promise.all(
    [base, head].map(async (text) => (await shop.compare(text)).comparison.objects[0]),
  )
  const [{ apiVersion, kind, metadata }, discovery] = [
    manifest(head),
    await shop.sandbox.cluster.discovery('fresh'),
  ]
  const type = resourceOf(discovery, groupOf(apiVersion), versionOf(apiVersion), kind)
  if (type === undefined) throw new Error(`${kind} is not served`)
  const live = await getObject(shop.sandbox.cluster, { type, namespace: 'shop', name: metadata.name ?? '' })
  const schema = builtins.schemaOf(groupOf(apiVersion), versionOf(apiVersion), kind)
  return threeWay({
    base: maskDesired(manifest(base), mask),
    head: maskDesired(manifest(head), mask),
    ...(live === undefined ? {} : { live }),
    compared: {
      ...(compared[0] === undefined ? {} : { base: compared[0] }),
      ...(compared[1] === undefined ? {} : { head: compared[1] }),
    },
    options: { schema: schema ?? anySchema, dropsEmpty: true },
    sync: 'apply',
    isSynced: base === synced,
    ...more,
  })
}

function manifest(text: string): Manifest {
  return parseYamlValue(text).value as Manifest
}

/** `path base -> head, live: cause, will (writer)` */
function lines(fields: readonly FieldPreview[]): readonly string[] {
  return fields.map(({ path, base, head, live, cause, will, writer }) => {
    const by = writer === undefined ? '' : ` (${writer.manager})`
    return `${path} ${text(base)} -> ${text(head)}, live ${text(live)}: ${cause}, ${will}${by}`
  })
}

function text(value: FieldPreview['live']): string {
  if (value === undefined) return 'unknown'
  return value.kind === 'value' ? JSON.stringify(value.value) : value.kind
}

const image = 'spec.template.spec.containers[name=api].image'

test.each<[string, Story, readonly string[]]>([
  ['nothing differs', { synced: web(3, '1'), head: web(3, '1') }, []],
  [
    'the pull request changes what the cluster has from the base',
    { synced: web(3, '1'), head: web(3, '2') },
    [`${image} "web:1" -> "web:2", live "web:1": pull-request, set (plumbline)`],
  ],
  [
    'a person changed what the pull request leaves',
    { synced: web(3, '1'), head: web(3, '1'), edit: ['kubectl-edit', web(5, '1')] },
    ['spec.replicas 3 -> 3, live 5: drift, revert (kubectl-edit)'],
  ],
  [
    'a person changed what the pull request changes too',
    { synced: web(3, '1'), head: web(4, '1'), edit: ['kubectl-edit', web(5, '1')] },
    ['spec.replicas 3 -> 4, live 5: both, overwrite-live-edit (kubectl-edit)'],
  ],
  [
    'a person did already what the pull request asks for',
    { synced: web(3, '1'), head: web(5, '1'), edit: ['kubectl-edit', web(5, '1')] },
    ['spec.replicas 3 -> 5, live 5: pull-request, no-op (kubectl-edit)'],
  ],
  [
    'the base was merged and never synced',
    { synced: web(3, '1'), base: web(3, '2'), head: web(3, '2') },
    [`${image} "web:2" -> "web:2", live "web:1": not-yet-synced, set (plumbline)`],
  ],
  [
    'the pull request changes what was never synced',
    { synced: web(3, '1'), base: web(3, '2'), head: web(3, '3') },
    [`${image} "web:2" -> "web:3", live "web:1": pull-request, set (plumbline)`],
  ],
  [
    'a field comes',
    { synced: web(3, '1'), head: web(3, '1', ', command: [run]') },
    ['spec.template.spec.containers[name=api].command absent -> ["run"], live absent: pull-request, add'],
  ],
  [
    'a field goes',
    { synced: web(3, '1', ', command: [run]'), head: web(3, '1') },
    [
      'spec.template.spec.containers[name=api].command ["run"] -> absent, live ["run"]: pull-request, remove (plumbline)',
    ],
  ],
  [
    'what means the same is the same, however it is written',
    {
      synced: web(3, '1', ', resources: {limits: {cpu: "1"}}'),
      head: web(3, '1', ', resources: {limits: {cpu: 1000m}}'),
    },
    [],
  ],
])('%s', async (_, story, expected) => {
  expect(lines(await play(story))).toEqual(expected)
})

function secret(token: string, other = 'b3RoZXI='): string {
  return `{apiVersion: v1, kind: Secret, metadata: {name: key, namespace: shop}, data: {token: ${token}, other: ${other}}}`
}

test('of a Secret only is told which values are equal', async () => {
  const fields = await play({ synced: secret('b2xk'), head: secret('bmV3') })
  expect(fields).toMatchObject([
    {
      path: 'data.token',
      base: { kind: 'masked' },
      head: { kind: 'masked' },
      live: { kind: 'masked' },
      equal: { baseHead: false, baseLive: true, headLive: false },
      will: 'set',
    },
  ])
  expect(JSON.stringify(fields)).not.toMatch(/b2xk|bmV3|b3RoZXI/)
})

test('what a rule ignores in an object that is not sent is kept', async () => {
  const ignored = { kind: 'inSync', uid: '', ignored: ['spec.replicas'] } as const
  const key = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' }
  const fields = await play({
    synced: web(3, '1'),
    head: web(4, '1'),
    edit: ['kube-controller-manager', web(5, '1')],
    more: { sync: 'leave', compared: { base: { ...ignored, key }, head: { ...ignored, key } } },
  })
  expect(fields).toMatchObject([{ path: 'spec.replicas', will: 'keep', keptBy: 'an ignore rule' }])
})

test('where nothing live was asked only Git is compared with Git', async () => {
  const [field, ...others] = await play({
    synced: web(3, '1'),
    head: web(3, '2'),
    edit: ['kubectl-edit', web(5, '1')],
    more: { sync: 'unknown' },
  })
  expect(others).toEqual([])
  expect(field).toMatchObject({ path: image, will: 'set', cause: 'pull-request' })
  expect(field).not.toHaveProperty('live')
  expect(field).not.toHaveProperty('writer')
})

test('a refused object is told with the fields that it is refused with', async () => {
  const fields = await play({ synced: web(3, '1'), head: web(3, '2'), more: { sync: 'reject' } })
  expect(fields).toMatchObject([{ path: image, will: 'reject' }])
})

test('ten thousand changed fields are told apart in a moment', () => {
  const data = (value: string) =>
    Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, value]))
  const configMap = (value: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'big' },
    data: data(value),
  })
  const fields = threeWay({
    base: configMap('1'),
    head: configMap('2'),
    live: configMap('3'),
    compared: {},
    options: { schema: anySchema, dropsEmpty: true },
    sync: 'apply',
    isSynced: true,
  })
  expect(fields).toHaveLength(10_000)
})
