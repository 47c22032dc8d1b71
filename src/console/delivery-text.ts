import type { MatchReason } from '../engine/run-store.ts'
import { formatRepository, type Repository } from '../git/repository.ts'
import { getOwn } from '../kube/json.ts'
import { count, printable } from '../report/printable.ts'
import { integer, listOf, objectOf, type Shape, text, truth } from '../sync/shape.ts'

/** A delivery's trace as a server tells it, whatever version the server is of. */
export interface ToldDelivery {
  readonly deliveryId: string
  readonly receivedAt: string
  readonly trigger: ToldTrigger
  readonly applications: readonly ToldMatch[]
}

interface ToldTrigger {
  readonly kind: string
  readonly ref?: string
  readonly after?: string
  readonly number?: number
  readonly repository?: Repository
}

interface ToldMatch {
  readonly application: string
  readonly touched: boolean
  readonly reason: string
  readonly path?: string
}

/** Throws `ShapeError`. */
export const readDelivery: Shape<ToldDelivery> = objectOf({
  deliveryId: text,
  receivedAt: text,
  trigger: objectOf(
    { kind: text },
    {
      ref: text,
      after: text,
      number: integer,
      repository: objectOf({ host: text, owner: text, name: text }),
    },
  ),
  applications: listOf(objectOf({ application: text, touched: truth, reason: text }, { path: text })),
})

export const matchReasons: { readonly [reason in MatchReason]: string } = {
  'another-repository': 'neither its source nor its declaration is in this repository',
  'inputs-unchanged': 'nothing that its render reads has changed',
  'not-in-order': 'nothing that its render reads has changed, and it was not Synced and Healthy',
  'inputs-changed': 'something that its render reads has changed',
  'declaration-changed': 'it is declared otherwise than before',
  'never-seen': 'no commit of it was seen before',
  'same-commit': 'it was seen at this commit already',
  'cannot-be-rendered': 'its source cannot be read or rendered',
}

/** What became of a delivery, as people read it: what it was, then the applications it matched, then the others. */
export function deliveryText({ deliveryId, receivedAt, trigger, applications }: ToldDelivery): string {
  const lines = [
    printable(`delivery ${deliveryId}: ${triggerText(trigger)}, matched at ${receivedAt}`),
    ...section(
      'matched',
      applications.filter(({ touched }) => touched),
    ),
    ...section(
      'not matched',
      applications.filter(({ touched }) => !touched),
    ),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

export function triggerText({ kind, ref, after, number, repository }: ToldTrigger): string {
  const where = repository === undefined ? '' : ` of ${formatRepository(repository)}`
  if (kind === 'push') return `${after === undefined ? 'deletion' : 'push'} of ${ref ?? 'a ref'}${where}`
  if (number === undefined) return kind
  return `${kind === 'comment' ? 'comment on pull request' : 'pull request'} ${number}${where}`
}

function section(title: string, matches: readonly ToldMatch[]): readonly string[] {
  const named = matches.map(({ application, reason, path }) => {
    const where = path === undefined ? '' : ` (${path})`
    return `    ${printable(`${application}: ${getOwn(matchReasons, reason) ?? reason}${where}`)}`
  })
  return [`  ${title}: ${count(matches.length, 'application')}`, ...named]
}
