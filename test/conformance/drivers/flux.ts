import assert from 'node:assert/strict'
import { parse } from 'yaml'
import { isHook } from '../../../src/diff/hook-marks.ts'
import { assessHealth, worstHealth } from '../../../src/health/assess-health.ts'
import type { Health, HealthStatus } from '../../../src/health/health.ts'
import { getOwn, isJsonObject, type JsonObject } from '../../../src/kube/json.ts'
import type { LiveObject } from '../../../src/kube/manifest.ts'
import { Masked } from '../../../src/kube/masked.ts'
import { maskerOf, maskLive } from '../../../src/kube/masking.ts'
import { aResource } from '../../../src/render/kustomize/resource.ts'
import { ResourceSet } from '../../../src/render/kustomize/resource-set.ts'
import { selectorFor } from '../../../src/render/kustomize/selector.ts'
import { defaultRenderLimits, RenderBudget } from '../../../src/render/render-budget.ts'
import { type Drivers, expectOf, type Row } from '../row.ts'

/**
 * Flux's selectors, masks and health. Our health speaks Argo CD's words, so verdicts are compared: what stands in a
 * condition `Reconciling` or `Stalled` there is Progressing or Degraded here. kstatus' names for reasons are not ours;
 * what the object itself gives as a reason is told, and whoever waits is told for what.
 */
export const fluxDrivers: Drivers = {
  'ssa/selector': selector,
  'ssa/sanitize': sanitize,
  'kstatus/compute': compute,
  'kstatus/augment': augment,
  'kstatus/flux-job': job,
  'kstatus/aggregate': aggregate,
}

/** Flux selects as Kustomize does. */
async function selector(row: Row): Promise<void> {
  const { selector: given, object } = row.input as {
    selector: { [part: string]: string } | null
    object: JsonObject
  }
  const part = (name: string) => given?.[name] ?? ''
  const place = { file: 'row', line: 1, field: '' }
  const target = {
    place,
    group: part('Group'),
    version: part('Version'),
    kind: part('Kind'),
    name: part('Name'),
    namespace: part('Namespace'),
    labelSelector: part('LabelSelector'),
    annotationSelector: part('AnnotationSelector'),
  }
  const resources = new ResourceSet()
  resources.append(aResource(object, { path: 'row', line: 1 }))
  const select = await selectorFor(target)
  const selected = select(resources, new RenderBudget(defaultRenderLimits))
  assert.equal(selected.length === 1, expectOf<{ match: boolean }>(row).match)
}

const mask = maskerOf(new Uint8Array(32).fill(1))

/** Flux prints `***`, or which of the two a differing value is; here a mask tells equal from changed. */
function sanitize(row: Row): void {
  const sides = row.input as { old: JsonObject; new: JsonObject | null }
  const wanted = expectOf<{ old: JsonObject }>(row)
  const [before, after] = [sides.old, sides.new ?? {}].map((data) =>
    maskLive({ ...data, apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } }, mask),
  )
  for (const [key, text] of Object.entries(isJsonObject(wanted.old.data) ? wanted.old.data : {})) {
    const [old, changed] = [valueAt(before, key), valueAt(after, key)]
    assert.ok(old instanceof Masked)
    const isShownAsOther = text !== '***'
    if (changed instanceof Masked) assert.equal(!old.equals(changed), isShownAsOther)
    else assert.equal(changed, undefined)
  }
}

function valueAt(object: LiveObject | undefined, key: string): unknown {
  const data = object?.data
  return typeof data === 'object' && data !== null && !(data instanceof Masked) && !Array.isArray(data)
    ? getOwn(data as { [name: string]: unknown }, key)
    : undefined
}

function compute(row: Row): void {
  const { yaml } = row.input as { yaml: string }
  const { status, conditions } = expectOf<{ status: string; conditions: readonly Reasoned[] }>(row)
  const health = healthOf(objectOf(parse(yaml, { uniqueKeys: false })))
  assert.equal(words[health.status], status)
  assertTold(health, status, conditions, yaml)
}

interface Reasoned {
  readonly type: string
  readonly reason: string
}

/** What is not as it should be has a message: that the spec is newer, or what the object says of itself. */
function assertTold(health: Health, status: string, conditions: readonly Reasoned[], said: string): void {
  if (status === 'Current') return
  assert.notEqual(health.message, '')
  for (const { type, reason } of conditions) {
    if (type !== 'Reconciling' && type !== 'Stalled') continue
    if (reason === 'LatestGenerationNotObserved') assert.match(health.message, /generation/)
    if (said.includes(reason)) assert.ok(health.message.includes(reason), health.message)
  }
}

/** The conditions that kstatus would add say the same as a verdict. */
function augment(row: Row): void {
  const { yaml, conditions } = row.input as { yaml: string; conditions: readonly JsonObject[] }
  const object = parse(yaml) as JsonObject & { status?: JsonObject }
  const status = { ...object.status, conditions }
  const wanted = expectOf<{ conditions: readonly Reasoned[] }>(row).conditions
  const types = wanted.map(({ type }) => type)
  const verdict = types.includes('Stalled')
    ? 'Failed'
    : types.includes('Reconciling')
      ? 'InProgress'
      : 'Current'
  const health = healthOf(objectOf({ ...object, status }))
  assert.equal(words[health.status], verdict)
  assertTold(health, verdict, wanted, JSON.stringify(conditions))
}

function job(row: Row): void {
  const { object } = row.input as { object: JsonObject }
  const { status, message, messageContains } = expectOf<{ [member: string]: string }>(row)
  const health = healthOf(objectOf(object))
  assert.equal(words[health.status], status)
  if (message !== undefined) assert.equal(health.message, message)
  assert.ok(health.message.includes(messageContains ?? ''), health.message)
}

function objectOf(written: unknown): LiveObject {
  const object = written as LiveObject
  return { ...object, metadata: { ...object.metadata } }
}

const words: { readonly [status in HealthStatus]: string } = {
  Healthy: 'Current',
  Suspended: 'Current',
  Progressing: 'InProgress',
  Degraded: 'Failed',
  Missing: 'NotFound',
  Unknown: 'Unknown',
}

/** What says nothing of itself is healthy as soon as it exists. */
function healthOf(object: LiveObject): Health {
  return assessHealth(object, { hook: isHook(object) }) ?? { status: 'Healthy', message: '' }
}

function aggregate(row: Row): void {
  const { statuses } = row.input as { statuses: readonly string[] }
  const all = Object.entries(words) as readonly [HealthStatus, string][]
  const healths = statuses.map((status): Health => {
    const [own] = all.find(([, word]) => word === status) ?? ['Unknown']
    return { status: own, message: '' }
  })
  assert.equal(words[worstHealth(healths).status], expectOf<{ aggregate: string }>(row).aggregate)
}
