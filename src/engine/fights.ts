import type { Comparison } from '../diff/comparison.ts'
import { formatKey } from '../kube/object-key.ts'
import type { Plan } from '../plan/plan.ts'
import type { Contested } from '../report/application-facts.ts'
import type { HealedField, Operation } from '../sync/operation.ts'

/** Heals of one field that one manager may undo; then somebody has to end it. Design D12. */
const mostHeals = 3

/** Seconds after which a heal is forgotten: who comes back days later does not fight. */
const remembered = 24 * 3600

const mostRemembered = 100
const longestText = 256

/** What differs again by whom it differed before each of the last heals. `now` in milliseconds of Unix time. */
export function contestedFields(
  comparison: Comparison,
  healed: readonly HealedField[],
  now: number,
): readonly Contested[] {
  const recent = healed.filter((field) => isRecent(field, now))
  return driftedFields(comparison).flatMap((field) => {
    const times = timesOf(field, recent)
    return times >= mostHeals ? [{ ...field, times }] : []
  })
}

/** The comparison with the objects that are fought over taken for in sync: a plan of it leaves them alone. */
export function withoutContested(comparison: Comparison, contested: readonly Contested[]): Comparison {
  const left = new Set(contested.map(({ object }) => object))
  const objects = comparison.objects.map((object) =>
    object.kind === 'drifted' && left.has(objectOf(object))
      ? ({ kind: 'inSync', key: object.key, uid: object.uid, ignored: [] } as const)
      : object,
  )
  return { ...comparison, objects }
}

/** What an operation remembers of the heals so far, itself included. A person's sync begins anew. */
export function healedAfter(
  kind: Operation['kind'],
  done: Healing,
  before: readonly HealedField[],
  now: number,
): readonly HealedField[] {
  if (kind === 'manual') return []
  return kind === 'self-heal' ? withHeal(done, before, now) : before
}

interface Healing {
  readonly plan: Plan
  /** What the plan was made of. */
  readonly comparison: Comparison
}

/** The most often healed first, and bounded. */
function withHeal(
  { plan, comparison }: Healing,
  before: readonly HealedField[],
  now: number,
): readonly HealedField[] {
  const at = new Date(now).toISOString()
  const sent = sentObjects(plan)
  const recent = before.filter((field) => isRecent(field, now))
  const healing = driftedFields(comparison)
    .filter(({ object }) => sent.has(object))
    .map((field) => ({ ...field, times: timesOf(field, recent) + 1, at }))
  const others = recent.filter((one) => !healing.some((field) => isSame(one, field)))
  return [...healing, ...others].toSorted((a, b) => b.times - a.times).slice(0, mostRemembered)
}

/** How many objects a plan writes that are fought over. */
export function contestedCount(plan: Plan, contested: readonly Contested[]): number {
  const sent = sentObjects(plan)
  return new Set(contested.flatMap(({ object }) => (sent.has(object) ? [object] : []))).size
}

type Field = Omit<Contested, 'times'>

function driftedFields({ objects }: Comparison): readonly Field[] {
  return objects.flatMap((object) =>
    object.kind !== 'drifted'
      ? []
      : object.fields.map(({ path, writer }) => ({
          object: objectOf(object),
          path: path.slice(0, longestText),
          manager: (writer?.manager ?? '').slice(0, longestText),
        })),
  )
}

function sentObjects({ phases }: Plan): ReadonlySet<string> {
  const steps = phases.flatMap(({ waves }) => waves.flatMap((wave) => wave.steps))
  return new Set(steps.flatMap((step) => (step.action === 'apply' ? [objectOf(step)] : [])))
}

function objectOf({ key }: Pick<Comparison['objects'][number], 'key'>): string {
  return formatKey(key).slice(0, longestText)
}

function timesOf(field: Field, healed: readonly HealedField[]): number {
  return healed.find((one) => isSame(one, field))?.times ?? 0
}

function isSame(a: Field, b: Field): boolean {
  return a.object === b.object && a.path === b.path && a.manager === b.manager
}

function isRecent({ at }: HealedField, now: number): boolean {
  return now - Date.parse(at) < remembered * 1000
}
