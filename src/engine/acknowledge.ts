import { PlumblineError } from '../errors.ts'
import type { Acknowledgement } from '../plan/plan.ts'
import { type GivenAcknowledgement, keepAcknowledgement } from '../sync/acknowledgements.ts'
import { recordPlace } from '../sync/record-store.ts'
import { currentRoster } from './current-roster.ts'
import { planDeletion } from './delete-undeclared.ts'
import { isGone } from './leave-undeclared.ts'
import { recallAll } from './orphans.ts'
import { ownersOf } from './owners.ts'
import type { Ports } from './ports.ts'
import { reconcile } from './reconcile.ts'
import type { Roster, RosterEntry } from './roster.ts'
import { createSourceReading } from './source-reading.ts'

/** Whether what somebody agrees to is what is waited for could not be found out for a passing reason. */
export class UnheardError extends PlumblineError {
  constructor(why: string) {
    super('acknowledgement-unheard', `an acknowledgement is tried again: ${why}`, {
      turn: 'platform',
      retryable: true,
    })
  }
}

/** Who agrees to which deletions. */
export interface Agreement {
  readonly digest: string
  /** As they are known where they said it: a login, or the name of an account. */
  readonly by: string
}

export type AcknowledgeResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unknown-application' }
  | { readonly kind: 'nothing-to-acknowledge' }
  /** What it waits for has changed, or the digest is of something else. */
  | { readonly kind: 'another-digest'; readonly digest: string }
  | { readonly kind: 'could-not-find-out'; readonly message: string }

/**
 * Takes an acknowledgement of the deletions that an application waits for now, and has done what its policy does by itself.
 * Anything else is not kept. Whether `by` may say so is for the caller to know.
 */
export async function acknowledge(
  ports: Ports,
  application: string,
  agreement: Agreement,
): Promise<AcknowledgeResult> {
  const roster = await currentRoster(ports, createSourceReading(ports))
  const entry = roster.entries.find((one) => one.application.name === application)
  if (entry === undefined) return acknowledgeDeletion(ports, roster, application, agreement)
  const pruning = await neededBy(ports, roster, entry, true)
  const isOther = 'digest' in pruning && pruning.digest !== agreement.digest
  const needed = isOther ? await neededBy(ports, roster, entry, false) : pruning
  if (!('digest' in needed)) return isOther ? { kind: 'another-digest', digest: pruning.digest } : needed
  if (needed.digest !== agreement.digest) return { kind: 'another-digest', digest: needed.digest }
  return accept(ports, entry, agreement)
}

async function accept(ports: Ports, entry: RosterEntry, agreement: Agreement): Promise<AcknowledgeResult> {
  const application = entry.application.name
  if ((await keepFor(ports, entry, agreement)) === 'no-record') return { kind: 'nothing-to-acknowledge' }
  ports.log('info', 'deletions were acknowledged', { application, ...agreement })
  await ports.queue.enqueue({ kind: 'continue', application, deliveryId: 'acknowledged' }, 0)
  return { kind: 'accepted' }
}

/** Of an application that is declared no more, and whose deletion waits. */
async function acknowledgeDeletion(
  ports: Ports,
  roster: Roster,
  application: string,
  agreement: Agreement,
): Promise<AcknowledgeResult> {
  const remembered = (await recallAll(ports, roster)).of.get(application)
  if (remembered === undefined || !isGone(roster, application)) return { kind: 'unknown-application' }
  const leaving = await planDeletion(ports, roster, remembered)
  const needed = typeof leaving === 'string' ? undefined : leaving.plan.acknowledgement
  if (typeof leaving === 'string' || needed === undefined) return { kind: 'nothing-to-acknowledge' }
  if (needed.digest !== agreement.digest) return { kind: 'another-digest', digest: needed.digest }
  return accept(ports, leaving.setting.entry, agreement)
}

/** What a sync would wait for; without pruning, that is what it creates again. */
async function neededBy(
  ports: Ports,
  roster: Roster,
  entry: RosterEntry,
  prune: boolean,
): Promise<Pick<Acknowledgement, 'digest'> | Exclude<AcknowledgeResult, { kind: 'another-digest' }>> {
  const { report } = await reconcile(ports, entry, {
    asked: true,
    prune,
    mayWrite: false,
    owners: ownersOf(ports, roster),
  })
  if (report.plan === undefined) return { kind: 'could-not-find-out', message: report.summary }
  return report.plan.acknowledgement ?? { kind: 'nothing-to-acknowledge' }
}

/**
 * Keeps an acknowledgement given on a pull request, before its deletions are due: the digest is the same after the
 * merge. The caller has compared it with the plan of the merge result. False where the application was never looked at.
 */
export async function acknowledgeAhead(
  ports: Ports,
  entry: Pick<RosterEntry, 'application' | 'cluster'>,
  agreement: Agreement,
): Promise<boolean> {
  return (await keepFor(ports, entry, agreement)) === 'kept'
}

function keepFor(
  ports: Ports,
  { application, cluster }: Pick<RosterEntry, 'application' | 'cluster'>,
  { digest, by }: Agreement,
): ReturnType<typeof keepAcknowledgement> {
  const place = recordPlace(ports.cluster(cluster), ports.settings.installation, application.name)
  const given: GivenAcknowledgement = { digest, by, at: new Date(ports.now()).toISOString() }
  return keepAcknowledgement(place, given)
}
