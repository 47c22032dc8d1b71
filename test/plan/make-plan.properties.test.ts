import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareKeys, formatKey } from '../../src/kube/object-key.ts'
import { acknowledgementFor } from '../../src/plan/acknowledgement.ts'
import { makePlan, type PlanInput } from '../../src/plan/make-plan.ts'
import { type Plan, syncPhases } from '../../src/plan/plan.ts'
import { aPruning } from '../support/pruning.ts'
import { planInput } from './plan-case.ts'

const kinds = ['Namespace', 'ConfigMap', 'Service', 'Deployment', 'Job', 'Till', 'CustomResourceDefinition']
const hooks = [undefined, undefined, undefined, 'PreSync', 'PostSync,SyncFail', 'Sync', 'Skip', 'Odd']
const states = ['missing', 'drifted', 'inSync', 'rejected', 'unverified', 'unverified-missing'] as const
const reasons = ['candidate', 'candidate', 'has-owner', 'not-in-inventory', 'hook']

const anObject = fc.record({
  kind: fc.constantFrom(...kinds),
  name: fc.constantFrom('a', 'b', 'c', 'shop', 'annex'),
  namespace: fc.constantFrom('shop', 'annex'),
  wave: fc.integer({ min: -2, max: 2 }),
  hook: fc.constantFrom(...hooks),
  state: fc.constantFrom(...states),
  reason: fc.constantFrom(...reasons),
})

type AnObject = typeof anObject extends fc.Arbitrary<infer T> ? T : never

/** As the cluster has it: cluster-scoped kinds have no namespace. */
function liveOf(object: AnObject) {
  const { metadata, ...rest } = manifestOf({ ...object, hook: undefined })
  const { namespace, ...others } = metadata
  const isScoped = !['Namespace', 'CustomResourceDefinition'].includes(object.kind)
  return { ...rest, metadata: isScoped ? { ...others, namespace } : others }
}

function manifestOf({ kind, name, namespace, wave, hook }: AnObject) {
  const annotations = {
    'argocd.argoproj.io/sync-wave': String(wave),
    ...(hook === undefined ? {} : { 'argocd.argoproj.io/hook': hook }),
  }
  const spec = { group: '', scope: 'Namespaced', names: { kind: 'Till' } }
  const isDefinition = kind === 'CustomResourceDefinition'
  return {
    apiVersion: isDefinition ? 'apiextensions.k8s.io/v1' : 'v1',
    kind,
    metadata: { name, namespace, annotations },
    ...(isDefinition ? { spec } : {}),
  }
}

const someObjects = fc.uniqueArray(anObject, {
  selector: ({ kind, name }) => `${kind} ${name}`,
  maxLength: 12,
})

const anInput = fc
  .record({
    desired: someObjects,
    gone: someObjects,
    kind: fc.constantFrom('sync' as const, 'manual' as const, 'self-heal' as const),
    prune: fc.boolean(),
  })
  .map(({ desired, gone, kind, prune }) => {
    const left = gone.filter((one) => !desired.some((d) => d.kind === one.kind && d.name === one.name))
    return planInput({
      kind,
      prune,
      desired: desired.map(manifestOf),
      compared: Object.fromEntries(desired.map(({ kind: k, name, state }) => [`${k} ${name}`, state])),
      live: left.map(liveOf),
      extraneous: Object.fromEntries(left.map(({ kind: k, name, reason }) => [`${k} ${name}`, reason])),
    })
  })

function steps(plan: Plan) {
  return plan.phases.flatMap(({ phase, waves }) =>
    waves.flatMap(({ wave, steps: inWave }) => inWave.map((step) => ({ ...step, phase, wave }))),
  )
}

/** The plan when people have agreed to all that it asks for. */
function acknowledged(input: PlanInput): Plan {
  const { acknowledgement } = makePlan(input)
  const digests = new Set(acknowledgement === undefined ? [] : [acknowledgement.digest])
  return makePlan({ ...input, pruning: { ...input.pruning, acknowledged: digests } })
}

test('what waits for an acknowledgement is deleted once it is given, and nothing else changes', () => {
  fc.assert(
    fc.property(anInput, (input) => {
      const before = makePlan(input)
      const after = acknowledged(input)

      const waiting = before.skips.filter(({ reason }) => reason === 'awaits-acknowledgement')
      expect(waiting.map(({ key }) => formatKey(key))).toEqual(
        (before.acknowledgement?.objects ?? []).map(formatKey),
      )
      const deleted = [...before.prune, ...waiting].map(({ key }) => formatKey(key))
      expect(after.prune.map(({ key }) => formatKey(key)).toSorted()).toEqual(deleted.toSorted())
      expect(after.acknowledgement?.digest).toBe(before.acknowledgement?.digest)
    }),
  )
})

test('an acknowledgement is of these objects, uids and this application alone', () => {
  const candidates = [
    { kind: 'extraneous' as const, key: keyOfPvc('a'), uid: '1' },
    { kind: 'extraneous' as const, key: keyOfPvc('b'), uid: '2' },
  ]
  const input = { ...aPruning(), application: 'shop', candidates, recreations: [] }
  const digest = acknowledgementFor(input)?.digest

  const [first, second] = candidates
  if (first === undefined || second === undefined) throw new Error('two are needed')
  const others = [
    { ...input, application: 'other' },
    { ...input, installation: 'other' },
    { ...input, candidates: [first] },
    { ...input, candidates: [first], recreations: [second] },
    { ...input, candidates: [], recreations: candidates },
    { ...input, candidates: [first, { ...second, uid: '3' }] },
    { ...input, candidates: [first, { ...second, key: keyOfPvc('c') }] },
  ]
  expect(others.map((other) => acknowledgementFor(other)?.digest)).not.toContain(digest)
  expect(acknowledgementFor({ ...input, candidates: candidates.toReversed() })?.digest).toBe(digest)
  expect(acknowledgementFor({ ...input, inventory: 400 })?.digest).toBe(digest)
})

function keyOfPvc(name: string) {
  return { group: '', kind: 'PersistentVolumeClaim', namespace: 'shop', name }
}

test('a plan loses no object and invents none', () => {
  fc.assert(
    fc.property(anInput, (input) => {
      const plan = makePlan(input)

      const planned = [...steps(plan), ...plan.prune, ...plan.skips].map(({ key }) => formatKey(key))
      const rejected = plan.blocks.flatMap(({ code, key }) =>
        code === 'rejected' && key ? [formatKey(key)] : [],
      )
      const given = [...input.comparison.objects, ...input.desired.hooks, ...input.desired.leftOut].map(
        ({ key }) => formatKey(key),
      )
      expect(new Set([...planned, ...rejected])).toEqual(new Set(given))
    }),
  )
})

test('every object is in one place; a hook is once in each of its phases', () => {
  fc.assert(
    fc.property(anInput, (input) => {
      const plan = makePlan(input)

      const applied = steps(plan).flatMap((step) => (step.action === 'apply' ? [formatKey(step.key)] : []))
      const run = steps(plan).flatMap((step) =>
        step.action === 'createHook' ? [`${step.phase} ${formatKey(step.key)}`] : [],
      )
      const skipped = new Set(plan.skips.map(({ key }) => formatKey(key)))
      expect(new Set(applied).size).toBe(applied.length)
      expect(new Set(run).size).toBe(run.length)
      expect(applied.filter((key) => skipped.has(key))).toEqual([])
    }),
  )
})

test('a plan does not depend on the order of its input', () => {
  fc.assert(
    fc.property(anInput, (input) => {
      const turned: PlanInput = {
        ...input,
        desired: {
          ...input.desired,
          objects: input.desired.objects.toReversed(),
          hooks: input.desired.hooks.toReversed(),
          leftOut: input.desired.leftOut.toReversed(),
        },
        comparison: { ...input.comparison, objects: input.comparison.objects.toReversed() },
      }

      expect(makePlan(turned)).toEqual(makePlan(input))
    }),
  )
})

test('phases come in order and their waves ascend', () => {
  fc.assert(
    fc.property(anInput, (input) => {
      const { phases } = makePlan(input)

      const order = phases.map(({ phase }) => syncPhases.indexOf(phase))
      expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b))
      for (const { waves } of phases) {
        const numbers = waves.map(({ wave }) => wave)
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
        expect(waves.every(({ steps: inWave }) => inWave.length > 0)).toBe(true)
      }
    }),
  )
})

test('pruning goes the way of a sync backwards', () => {
  fc.assert(
    fc.property(someObjects, (objects) => {
      const input = {
        prune: true,
        desired: objects.map((one) => manifestOf({ ...one, hook: undefined })),
        live: objects.map(liveOf),
      }
      const forward = makePlan(planInput(input))
      const named = objects.map(({ kind, name }) => [`${kind} ${name}`, 'candidate'])
      const backward = acknowledged(
        planInput({ ...input, desired: [], allowEmpty: true, extraneous: Object.fromEntries(named) }),
      )

      const applied = steps(forward).map(({ key }) => `${key.kind} ${key.name}`)
      const pruned = backward.prune.map(({ key }) => `${key.kind} ${key.name}`)
      expect(pruned).toEqual(applied.toReversed())
    }),
  )
})

test('nothing is written by a self-heal but what is known to differ', () => {
  fc.assert(
    fc.property(anInput, (input) => {
      const plan = makePlan({ ...input, kind: 'self-heal' })

      const differing = input.comparison.objects.filter(
        (object) =>
          object.kind === 'missing' ||
          object.kind === 'drifted' ||
          (object.kind === 'unverified' && object.live === 'no'),
      )
      expect(
        steps(plan)
          .map(({ key }) => key)
          .toSorted(compareKeys),
      ).toEqual(differing.map(({ key }) => key).toSorted(compareKeys))
    }),
  )
})
