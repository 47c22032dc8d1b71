import assert from 'node:assert/strict'
import { type HookType, hookTypesOf, isHook, isSkipped, listedIn } from '../../../src/diff/hook-marks.ts'
import { syncOption } from '../../../src/diff/sync-option.ts'
import { syncOptionsAnnotation } from '../../../src/kube/annotations.ts'
import type { LiveObject } from '../../../src/kube/manifest.ts'
import { keyOf } from '../../../src/kube/object-key.ts'
import { deletePoliciesOf, hookPhasesOf } from '../../../src/plan/hooks.ts'
import { kindRank } from '../../../src/plan/kind-order.ts'
import type { SyncPhase } from '../../../src/plan/plan.ts'
import { isSelected, type Selector } from '../../../src/plan/selection.ts'
import { orderTasks, waveOf } from '../../../src/plan/waves.ts'
import { type Drivers, expectOf, inputOf, type Row, withoutDriver } from '../row.ts'

/** Hooks, phases, waves, and the annotations that hold lists. */
export const hookDrivers: Drivers = {
  'hook-types': oneFunction,
  'hook-delete-policy': oneFunction,
  'sync-wave': oneFunction,
  'sync-phases': oneFunction,
  'hook-delete-phase': deletePhase,
  'sync-order': order,
  'annotation-option': annotationOption,
  'sync-option-validate': validate,
  'sync-resource-filter': resourceFilter,
}

const functions: { readonly [fn: string]: (object: LiveObject) => unknown } = {
  IsHook: isHook,
  Skip: isSkipped,
  Types: (object) => orNull(hookTypesOf(object)),
  DeletePolicies: deletePoliciesOf,
  Wave: waveOf,
  syncPhases: (object) => orNull(phasesOf(object)),
}

/** Rows that ask one function of one object. */
function oneFunction(row: Row): typeof withoutDriver | undefined {
  const { fn, value } = expectOf<{ fn: string; value: unknown }>(row)
  const answer = Object.hasOwn(functions, fn) ? functions[fn] : undefined
  if (answer === undefined) return withoutDriver
  assert.deepEqual(answer(withMetadata(inputOf<LiveObject>(row))), value)
  return undefined
}

/** Go's empty list is no list. */
function orNull(list: readonly string[]): readonly string[] | null {
  return list.length === 0 ? null : list
}

function withMetadata(object: LiveObject): LiveObject {
  return { ...object, metadata: object.metadata ?? {} }
}

function phasesOf(object: LiveObject): readonly SyncPhase[] {
  if (isSkipped(object)) return []
  return isHook(object) ? hookPhasesOf(object) : ['Sync']
}

function deletePhase(row: Row): void {
  const { of, hookType, annot } = inputOf<{ of?: string; hookType?: HookType; annot: object }>(row)
  const object = { metadata: { annotations: { ...annot } } }
  const type = of === 'any hook' ? undefined : (hookType ?? of)

  const answer = type === undefined ? isHook(object) : hookTypesOf(object).some((found) => found === type)

  assert.equal(answer, expectOf<{ expected: boolean }>(row).expected)
}

interface OrderedTask {
  readonly phase: SyncPhase | null
  readonly obj: Partial<LiveObject>
}

function order(row: Row): void {
  const given = inputOf<{ kinds: readonly string[] } | readonly OrderedTask[]>(row)
  const wanted = expectOf<{ order: readonly unknown[] }>(row)
  if ('kinds' in given) {
    assert.deepEqual(
      given.kinds.toSorted((a, b) => kindRank(a) - kindRank(b)),
      wanted.order,
    )
    return
  }
  const ordered = orderTasks(given.map(aTask), '')
  assert.deepEqual(
    ordered.map(({ index }) => given[index]),
    wanted.order,
  )
}

function aTask(given: OrderedTask, index: number) {
  const object = { apiVersion: 'v1', kind: '', ...given.obj, metadata: { name: '', ...given.obj.metadata } }
  return { key: keyOf(object), phase: given.phase ?? 'Sync', wave: waveOf(object), index }
}

function resourceFilter(row: Row): void {
  const { name, namespace, gvk, syncOperationResource } = inputOf<{
    name: string
    namespace: string
    gvk: { group: string; kind: string }
    syncOperationResource: readonly Selector[]
  }>(row)
  const selected = isSelected(syncOperationResource, { ...gvk, namespace, name })
  assert.equal(selected, expectOf<{ expectedResult: boolean }>(row).expectedResult)
}

function validate(row: Row): void {
  const { annotationVal } = inputOf<{ annotationVal: string }>(row)
  const object = { metadata: { annotations: { [syncOptionsAnnotation]: annotationVal } } }
  assert.equal(syncOption('Validate', [], object) !== 'false', expectOf<{ want: boolean }>(row).want)
}

/** Options are asked for whole, as `Prune=false`, or for the value of a name. */
function annotationOption(row: Row): void {
  const { args } = inputOf<{ args: { obj: LiveObject; key: string; val: string } }>(row)
  const wanted = expectOf<{ want: unknown; wantVals?: readonly string[] | null }>(row)
  const object = withMetadata(args.obj)
  if (wanted.wantVals === undefined) {
    const text = object.metadata.annotations?.[args.key]
    const annotations = text === undefined ? {} : { [syncOptionsAnnotation]: text }
    assert.equal(syncOption(args.val, [], { metadata: { annotations } }) ?? null, wanted.want)
    return
  }
  const listed = listedIn(object, args.key)
  assert.deepEqual(orNull(listed), wanted.wantVals)
  assert.equal(listed.includes(args.val), wanted.want)
}
