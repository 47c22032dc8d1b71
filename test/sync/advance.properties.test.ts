import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatKey } from '../../src/kube/object-key.ts'
import { type ApplyStep, type HookStep, hookDeletePolicies, syncPhases } from '../../src/plan/plan.ts'
import { advance } from '../../src/sync/advance.ts'
import type { Action } from '../../src/sync/decision.ts'
import { type ActionResult, fold } from '../../src/sync/fold.ts'
import type { Observed, Sighting } from '../../src/sync/observed.ts'
import type { Operation } from '../../src/sync/operation.ts'
import { failureWaves, mainWaves, type PlannedPhases } from '../../src/sync/plan-order.ts'
import { aSha } from '../support/builders.ts'
import { runsOf } from '../support/runs.ts'
import { anOperation, aPlan, applied, hook, limits, pruned, start } from './builders.ts'

const runs = { numRuns: runsOf(3000) }
const kinds = ['ConfigMap', 'apps/Deployment', 'apiextensions.k8s.io/CustomResourceDefinition'] as const
const statuses = ['Healthy', 'Progressing', 'Degraded', 'Suspended', 'Unknown', 'Missing'] as const

/** A plan whose objects are all distinct; hooks may recur in several phases under one name. */
const plans: fc.Arbitrary<PlannedPhases> = fc
  .record({
    prune: fc.array(fc.integer({ min: -1, max: 2 }), { maxLength: 4 }),
    phases: fc.array(
      fc.array(
        fc.record({
          phase: fc.integer({ min: 0, max: 3 }),
          wave: fc.integer({ min: 0, max: 2 }),
          kind: fc.constantFrom(...kinds),
          policies: fc.subarray([...hookDeletePolicies], { minLength: 1 }),
          isHook: fc.boolean(),
        }),
        { maxLength: 8 },
      ),
      { minLength: 1, maxLength: 1 },
    ),
  })
  .map(({ phases: [specs = []], prune }) => {
    const waves = (phase: number): (ApplyStep | HookStep)[][] => {
      const grid: (ApplyStep | HookStep)[][] = [[], [], []]
      specs.forEach((spec, i) => {
        if (spec.phase !== phase) return
        grid[spec.wave]?.push(
          spec.isHook ? hook(`batch/Job h${i % 3}`, ...spec.policies) : applied(`${spec.kind} o${i}`),
        )
      })
      return grid.map((steps) =>
        steps.filter((s, i) => steps.findIndex((t) => t.key.name === s.key.name) === i),
      )
    }
    const phases = aPlan(Object.fromEntries(syncPhases.map((phase, i) => [phase, waves(i)])))
    return { ...dedupeHooks(phases), prune: prune.map((wave, i) => pruned(`ConfigMap p${i}`, wave)) }
  })

/** A hook is in a phase once. */
function dedupeHooks(plan: PlannedPhases): PlannedPhases {
  return {
    phases: plan.phases.map(({ phase, waves }) => {
      const seen = new Set<string>()
      return {
        phase,
        waves: waves.map(({ wave, steps }) => ({
          wave,
          steps: steps.filter(({ key }) => !seen.has(formatKey(key)) && seen.add(formatKey(key))),
        })),
      }
    }),
  }
}

/** A source of choices that shrinks: each draw is the next byte, zero at the end. */
interface Choices {
  below(bound: number): number
}

function choicesOf(bytes: Uint8Array): Choices {
  let next = 0
  return { below: (bound) => (bytes[next++] ?? 0) % bound }
}

interface Entry {
  readonly text: string
  readonly at: Operation['at']
}

/** Plays a sync against a world that answers by chance; returns what was sent, in order. */
function play(plan: PlannedPhases, choices: Choices): { log: Entry[]; operation: Operation; steps: number } {
  const log: Entry[] = []
  const live = new Map<string, Sighting>(
    plan.prune?.map(({ key }) => [formatKey(key), anOldObject(formatKey(key), choices)]),
  )
  const released = new Set<string>()
  let operation: Operation = anOperation()
  let now = start
  let uids = 0
  for (let steps = 0; ; steps++) {
    if (steps > 5000) throw new Error('it does not end')
    const decision = advance(plan, operation, look(), { now, limits })
    if (decision.kind === 'done') return { log, operation: decision.operation, steps }
    if (decision.kind === 'wait') {
      now += decision.seconds * 1000 * (1 + choices.below(20))
      if (choices.below(40) === 1) operation = { ...operation, supersededBy: aSha('newer') }
      if (choices.below(40) === 1) operation = { ...operation, terminatedBy: 'ada' }
      continue
    }
    operation = decision.operation
    for (const action of decision.actions.flat()) {
      const result = perform(action)
      // A call that dies keeps what was saved before its actions, and loses what they answered.
      if (choices.below(12) === 1) break
      operation = fold(operation, action, result, now)
      if (result.kind === 'postponed') now += 5000
    }
  }

  function look(): Observed {
    const seen = new Map<string, Sighting | 'absent'>()
    for (const key of allKeys(operation)) {
      if (choices.below(10) === 1) continue
      const object = live.get(key)
      // A hook's finalizer holds it until it is let go.
      const mayVanish = object?.ours === false || released.has(key)
      if (mayVanish && choices.below(60) === 1) live.delete(key)
      const status = statuses[choices.below(statuses.length)] ?? 'Healthy'
      seen.set(key, object === undefined ? 'absent' : { ...object, health: { status, message: '' } })
      if (object?.deleting === true && choices.below(2) === 1) live.delete(key)
    }
    return seen
  }

  function perform(action: Action): ActionResult {
    const key = formatKey('step' in action ? action.step.key : action.key)
    const chance = choices.below(14)
    switch (action.do) {
      case 'apply': {
        log.push({ text: `apply ${key}`, at: operation.at })
        if (chance === 1) return { kind: 'refused', message: 'denied' }
        if (chance === 2) return { kind: 'postponed', message: 'not yet' }
        const object = live.get(key) ?? {
          uid: `u${uids++}`,
          resourceVersion: '1',
          deleting: false,
          ours: false,
        }
        live.set(key, object)
        return { kind: 'sent', sighting: { ...object, health: { status: 'Progressing', message: '' } } }
      }
      case 'createHook': {
        if (live.has(key)) return { kind: 'again' }
        if (chance === 1) return { kind: 'refused', message: 'denied' }
        if (chance === 2) return { kind: 'postponed', message: 'not yet' }
        log.push({ text: `hook ${action.phase} ${key}`, at: operation.at })
        const run = { operation: operation.id, phase: action.phase }
        const sighting = { uid: `u${uids++}`, resourceVersion: '1', deleting: false, ours: true, run }
        live.set(key, sighting)
        released.delete(key)
        return { kind: 'sent', sighting }
      }
      case 'deleteHook': {
        const object = live.get(key)
        if (object?.uid === action.uid) live.set(key, { ...object, deleting: true })
        return { kind: 'done' }
      }
      case 'releaseHook':
        released.add(key)
        return { kind: 'done' }
      case 'prune': {
        const object = live.get(key)
        log.push({ text: `prune ${key} ${action.step.uid}`, at: operation.at })
        if (chance === 1) return { kind: 'refused', message: 'denied' }
        if (object?.uid !== action.step.uid || object.keep !== undefined)
          throw new Error(`${key} is not ours`)
        live.set(key, { ...object, deleting: true })
        return { kind: 'done' }
      }
    }
  }
}

/** What is to be pruned is mostly as it was planned; else somebody replaced it, or took it over. */
function anOldObject(key: string, choices: Choices): Sighting {
  const chance = choices.below(5)
  const object = {
    uid: chance === 1 ? 'another' : `uid of ${key}`,
    resourceVersion: '1',
    deleting: false,
    ours: false,
  }
  return chance === 2 ? { ...object, keep: 'another-application' } : object
}

function allKeys({ hooks, results }: Operation): readonly string[] {
  return [...new Set([...hooks, ...results].map(({ key }) => formatKey(key)))]
}

const worlds = fc.tuple(plans, fc.uint8Array({ minLength: 0, maxLength: 400 }))

test('a sync always ends', () => {
  fc.assert(
    fc.property(worlds, ([plan, bytes]) => {
      const { operation } = play(plan, choicesOf(bytes))

      expect(['Succeeded', 'Failed']).toContain(operation.phase)
      expect(operation.finishedAt).toBeDefined()
    }),
    runs,
  )
})

test('waves never interleave, and run in the order of the plan', () => {
  fc.assert(
    fc.property(worlds, ([plan, bytes]) => {
      const order = [...mainWaves(plan), ...failureWaves(plan)].map(({ phase, wave }) => `${phase} ${wave}`)

      const { log } = play(plan, choicesOf(bytes))

      const places = log.map(({ at }) => order.indexOf(`${at?.phase} ${at?.wave}`))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }),
    runs,
  )
})

test('a sync that succeeded has sent everything of the main phases and ran every hook', () => {
  fc.assert(
    fc.property(worlds, ([plan, bytes]) => {
      const { log, operation } = play(plan, choicesOf(bytes))
      fc.pre(operation.phase === 'Succeeded')

      const sent = new Set(log.map(({ text }) => text))
      for (const wave of mainWaves(plan)) {
        for (const step of wave.steps) {
          const key = formatKey(step.key)
          expect(sent).toContain(step.action === 'apply' ? `apply ${key}` : `hook ${wave.phase} ${key}`)
        }
      }
    }),
    runs,
  )
})

test('nothing is pruned before every Sync wave is done, nor after PostSync began', () => {
  fc.assert(
    fc.property(worlds, ([plan, bytes]) => {
      const { log, operation } = play(plan, choicesOf(bytes))

      const stages = log.map(({ at }) => at?.phase)
      const first = stages.indexOf('Prune')
      expect(first < 0 || !stages.slice(first).includes('Sync')).toBe(true)
      expect(stages.slice(0, Math.max(first, 0))).not.toContain('PostSync')
      const open = operation.results.filter(
        ({ key, state }) => key.name.startsWith('p') && state === 'pending',
      )
      expect(operation.phase === 'Succeeded' ? open : []).toEqual([])
    }),
    runs,
  )
})

test('no hook runs twice, whatever is lost on the way', () => {
  fc.assert(
    fc.property(worlds, ([plan, bytes]) => {
      const { log } = play(plan, choicesOf(bytes))

      const hooks = log.map(({ text }) => text).filter((text) => text.startsWith('hook '))
      expect(hooks).toEqual([...new Set(hooks)])
    }),
    runs,
  )
})

test('an object that was recorded as sent is never sent again', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const calm: Choices = { below: () => 0 }

      const { log } = play(plan, calm)

      const sent = log.map(({ text }) => text)
      expect(sent).toEqual([...new Set(sent)])
    }),
    runs,
  )
})
