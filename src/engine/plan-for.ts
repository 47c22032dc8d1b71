import { makePlan, type PlanInput } from '../plan/make-plan.ts'
import type { Plan } from '../plan/plan.ts'
import type { Pruning } from '../plan/prune.ts'
import { readAcknowledgements } from '../sync/acknowledgements.ts'
import type { RecordPlace } from '../sync/record-store.ts'

export type PlanWish = Omit<PlanInput, 'pruning'> & { readonly pruning: Omit<Pruning, 'acknowledged'> }

/** The plan, with what people have acknowledged; that is read only where something needs it. */
export async function planFor(place: RecordPlace, wish: PlanWish): Promise<Plan> {
  const plan = withAcknowledged(wish, [])
  const { digest } = plan.acknowledgement ?? {}
  if (digest === undefined) return plan
  const given = await readAcknowledgements(place)
  return given.some((one) => one.digest === digest) ? withAcknowledged(wish, [digest]) : plan
}

function withAcknowledged(wish: PlanWish, digests: readonly string[]): Plan {
  return makePlan({ ...wish, pruning: { ...wish.pruning, acknowledged: new Set(digests) } })
}
