import fc from 'fast-check'
import { isJsonObject, isList, type Json, type JsonObject } from '../../../src/kube/json.ts'
import { applyMergePatch } from '../../../src/sandbox/api-server/write/merge-patch.ts'
import { type FuzzKind, mapOfTexts, oneOf, some } from './kinds/kind.ts'
import type { Operation } from './operation.ts'
import { spoiled } from './spoil.ts'

export interface Sequence {
  readonly kind: FuzzKind
  readonly operations: readonly Operation[]
}

const uids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

const metadata = some({
  labels: mapOfTexts,
  annotations: some({ a: oneOf('1', '2'), 'example.test/b': oneOf('x', '') }),
  finalizers: fc.uniqueArray(oneOf('example.test/a', 'example.test/b'), { maxLength: 2 }),
  ownerReferences: fc.uniqueArray(
    fc.record({
      apiVersion: oneOf('v1'),
      kind: oneOf('ConfigMap'),
      name: oneOf('owner', 'other'),
      uid: fc.constantFrom(...uids),
    }),
    { maxLength: 2, selector: ({ uid }) => uid },
  ),
})

export function sequencesOf(kinds: readonly FuzzKind[], maxLength: number = 8): fc.Arbitrary<Sequence> {
  return fc.oneof(
    ...kinds.map((kind) =>
      fc
        .tuple(
          fc.option(creationsOf(kind), { freq: 8 }),
          fc.array(operationsOn(kind), { minLength: 1, maxLength }),
        )
        .map(([first, rest]): Sequence => ({ kind, operations: first === null ? rest : [first, ...rest] })),
    ),
  )
}

/** Most sequences begin with something that is there. */
function creationsOf({ base, parts, apiVersions }: FuzzKind): fc.Arbitrary<Operation> {
  const common = {
    by: oneOf('alice', 'bob', 'carol'),
    version: fc.nat(apiVersions.length - 1),
    subresource: oneOf(''),
  }
  const body = parts.map((part) => merged(base, part))
  return fc.oneof(
    fc.record({ verb: oneOf('create'), ...common, dryRun: oneOf(false), body }),
    fc.record({ verb: oneOf('apply'), ...common, dryRun: oneOf(false), force: oneOf(false), body }),
  )
}

function operationsOn(kind: FuzzKind): fc.Arbitrary<Operation> {
  const bodies = bodiesOf(kind)
  const based = bodies.map((body) => merged(kind.base, body))
  const common = {
    by: oneOf('alice', 'bob', 'carol'),
    dryRun: fc.oneof({ weight: 6, arbitrary: oneOf(false) }, { weight: 1, arbitrary: oneOf(true) }),
    version: fc.nat(kind.apiVersions.length - 1),
    subresource: oneOf(''),
  }
  const write = <V extends string, B>(verb: V, rest: { readonly [K in keyof B]: fc.Arbitrary<B[K]> }) =>
    fc.record({ verb: oneOf(verb), ...common, ...rest }) as unknown as fc.Arbitrary<Operation>
  const mostly = fc.oneof({ weight: 4, arbitrary: spoiled(based) }, { weight: 1, arbitrary: spoiled(bodies) })
  const strategic = spoiled(bodies).filter((body) => !hasPanic(body))
  const operations: fc.WeightedArbitrary<Operation>[] = [
    { weight: 12, arbitrary: write('apply', { force: fc.boolean(), body: mostly }) },
    { weight: 2, arbitrary: write('create', { body: mostly }) },
    { weight: 2, arbitrary: write('replace', { body: mostly }) },
    {
      weight: 4,
      arbitrary: write('update', { revision: oneOf('live', 'live', 'none', 'old'), patch: edits(bodies) }),
    },
    { weight: 4, arbitrary: write('merge', { patch: edits(bodies) }) },
    { weight: 2, arbitrary: write('json', { patch: jsonPatches(bodies) }) },
    { weight: kind.isCustom ? 1 : 3, arbitrary: write('strategic', { patch: strategic }) },
    { weight: 1, arbitrary: deletions },
  ]
  const { status } = kind
  if (status !== undefined) {
    const through = { subresource: oneOf('status') }
    const patch = fc.oneof(status, bodies)
    operations.push({ weight: 2, arbitrary: write('merge', { ...through, patch }) })
    const update = write('update', { ...through, revision: oneOf('live', 'none'), patch })
    const body = fc.oneof(
      spoiled(status),
      status.map((one) => merged(kind.base, one)),
      bodies,
    )
    const apply = write('apply', { ...through, force: fc.boolean(), body })
    if (kind.makesThroughStatus !== true) {
      operations.push({ weight: 1, arbitrary: update }, { weight: 2, arbitrary: apply })
    }
  }
  return fc.oneof(...operations)
}

function bodiesOf({ parts }: FuzzKind): fc.Arbitrary<JsonObject> {
  const withMetadata = fc
    .tuple(parts, metadata)
    .map(([body, meta]): JsonObject => ({ ...body, metadata: meta }))
  return fc.oneof({ weight: 2, arbitrary: parts }, { weight: 1, arbitrary: withMetadata })
}

/** Patches, some of which reset who owns what. */
function edits(bodies: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const resets = oneOf<JsonObject[]>(
    { metadata: { managedFields: [{}] } },
    { metadata: { managedFields: [] } },
    { metadata: { finalizers: null } },
  )
  return fc.oneof({ weight: 12, arbitrary: spoiled(bodies) }, { weight: 1, arbitrary: resets })
}

const deletions: fc.Arbitrary<Operation> = fc.record({
  verb: oneOf('delete'),
  dryRun: fc.boolean(),
  policy: oneOf(undefined, 'Foreground', 'Background', 'Orphan'),
  precondition: oneOf('none', 'none', 'uid', 'otherUid', 'otherRevision'),
})

/** Single writes and removals at the places of a body. */
function jsonPatches(bodies: fc.Arbitrary<JsonObject>): fc.Arbitrary<readonly Json[]> {
  const one = fc
    .record({ body: bodies, at: fc.nat(40), op: oneOf('add', 'add', 'replace', 'remove', 'test') })
    .map(({ body, at, op }): Json => {
      const places = leavesIn(body, '')
      const place = places[at % Math.max(1, places.length)]
      if (place === undefined) return { op: 'test', path: '/kind', value: 'None' }
      return { op, path: place.pointer, ...(op === 'remove' ? {} : { value: place.value }) }
    })
  return fc.array(one, { minLength: 1, maxLength: 2 })
}

const mergeKeys: ReadonlySet<string> = new Set(
  'containerPort ip key mountPath name port topologyKey type uid'.split(' '),
)

/**
 * The real server drops the connection in a panic where a strategic patch has null for an item of a list, or a list or
 * map for the key of one: strategicpatch asks for the type of the one and compares the other.
 */
function hasPanic(value: Json): boolean {
  if (isList<Json, Json>(value)) return value.some((item) => item === null || hasPanic(item))
  if (!isJsonObject(value)) return false
  return Object.entries(value).some(
    ([key, item]) => (mergeKeys.has(key) && item !== null && typeof item === 'object') || hasPanic(item),
  )
}

interface Leaf {
  readonly pointer: string
  readonly value: Json
}

function leavesIn(value: Json, pointer: string): readonly Leaf[] {
  const here = pointer === '' ? [] : [{ pointer, value }]
  if (isList<Json, Json>(value))
    return [...here, ...value.flatMap((item, at) => leavesIn(item, `${pointer}/${at}`))]
  if (!isJsonObject(value)) return here
  const inner = Object.entries(value).flatMap(([key, one]) =>
    leavesIn(one, `${pointer}/${key.replaceAll('/', '~1')}`),
  )
  return [...here, ...inner]
}

function merged(base: JsonObject, body: JsonObject): JsonObject {
  const result = applyMergePatch(base, body)
  return isJsonObject(result) ? result : body
}
