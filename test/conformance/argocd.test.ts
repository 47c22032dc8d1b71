import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type HookType, hookTypesOf, isHook, isSkipped } from '../../src/diff/hook-marks.ts'
import { assessHealth } from '../../src/health/assess-health.ts'
import type { LiveObject } from '../../src/kube/manifest.ts'
import { keyOf } from '../../src/kube/object-key.ts'
import { deletePoliciesOf, hookPhasesOf } from '../../src/plan/hooks.ts'
import { kindRank } from '../../src/plan/kind-order.ts'
import type { SyncPhase } from '../../src/plan/plan.ts'
import { orderTasks, waveOf } from '../../src/plan/waves.ts'
import { type CorpusRow, corpusRows } from './corpus.ts'

const rows = corpusRows('argocd.jsonl')

function ofKind(...kinds: readonly string[]): readonly CorpusRow[] {
  return rows.filter(({ kind }) => kinds.includes(kind))
}

/** Read as Argo CD's tests read it: the last of duplicate keys wins. */
function objectOf(text: string): LiveObject {
  const value = parse(text, { uniqueKeys: false }) as LiveObject
  return { ...value, metadata: value.metadata ?? {} }
}

/** Rows that ask one function of one object: `{fn, value}`. */
const functions: { readonly [fn: string]: (object: LiveObject) => unknown } = {
  IsHook: isHook,
  Skip: isSkipped,
  Types: (object) => orNull(hookTypesOf(object)),
  DeletePolicies: deletePoliciesOf,
  Wave: waveOf,
  syncPhases: (object) => orNull(phasesOf(object)),
}

/** Go's empty list is no list. */
function orNull(list: readonly string[]): readonly string[] | null {
  return list.length === 0 ? null : list
}

function phasesOf(object: LiveObject): readonly SyncPhase[] {
  if (isSkipped(object)) return []
  return isHook(object) ? hookPhasesOf(object) : ['Sync']
}

interface OrderedTask {
  readonly phase: SyncPhase | null
  readonly obj: Partial<LiveObject>
}

function aTask(given: OrderedTask, index: number) {
  const object = { apiVersion: 'v1', kind: '', ...given.obj, metadata: { name: '', ...given.obj.metadata } }
  return { key: keyOf(object), phase: given.phase ?? 'Sync', wave: waveOf(object), index }
}

describe.skipIf(rows.length === 0)('Argo CD', () => {
  test.each(ofKind('health-builtin'))('$id', ({ input, expect: wanted }) => {
    const live = objectOf(input)

    const health = assessHealth(live, { hook: isHook(live) })

    expect(health?.status ?? null).toBe(wanted.status)
    if ('message' in wanted) expect(health?.message).toBe(wanted.message)
  })

  test.each(ofKind('hook-types', 'hook-delete-policy', 'sync-wave', 'sync-phases'))(
    '$id',
    ({ input, expect: wanted }) => {
      expect(functions[String(wanted.fn)]?.(objectOf(input))).toEqual(wanted.value)
    },
  )

  test.each(ofKind('hook-delete-phase'))('$id', ({ input, expect: wanted }) => {
    const { of, hookType, annot } = parse(input) as { of?: string; hookType?: HookType; annot: object }
    const object = { metadata: { annotations: { ...annot } } }
    const type = of === 'any hook' ? undefined : (hookType ?? of)

    const answer =
      type === undefined ? isHook(object) : hookTypesOf(object).some((candidate) => candidate === type)

    expect(answer).toBe(wanted.expected)
  })

  test.each(ofKind('sync-order'))('$id', ({ input, expect: wanted }) => {
    const given = parse(input) as { kinds: readonly string[] } | readonly OrderedTask[]
    if ('kinds' in given) {
      expect(given.kinds.toSorted((a, b) => kindRank(a) - kindRank(b))).toEqual(wanted.order)
      return
    }
    const ordered = orderTasks(given.map(aTask), '')

    expect(ordered.map(({ index }) => given[index])).toEqual(wanted.order)
  })
})
