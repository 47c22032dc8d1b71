import type { ApplicationPreview, ObjectAction, ObjectPreview } from './preview.ts'

/** Objects of one or more applications, counted by what the sync would do to them. */
export interface Tally {
  readonly created: number
  readonly changed: number
  /** Deleted and created again. */
  readonly recreated: number
  readonly pruned: number
  readonly handedOver: number
  /** Left Git and stay. */
  readonly kept: number
  readonly rejected: number
  readonly unverified: number
  /** A live edit of theirs would be overwritten by what the pull request changes. */
  readonly overwritten: number
  /** They differ in something that the pull request does not touch. */
  readonly drifted: number
}

export function tallyOf(applications: readonly ApplicationPreview[]): Tally {
  const objects = applications.flatMap((application) => application.objects)
  const amount = (isCounted: (object: ObjectPreview) => boolean): number => objects.filter(isCounted).length
  const acted = (action: ObjectAction): number => amount((object) => object.action === action)
  const recreated = amount(isRecreated)
  return {
    created: acted('create'),
    changed: acted('change') - recreated,
    recreated,
    pruned: acted('prune'),
    handedOver: acted('hand-over'),
    kept: acted('keep'),
    rejected: acted('reject'),
    unverified: amount(({ unverified }) => unverified !== undefined),
    overwritten: amount(({ fields }) => fields.some(({ will }) => will === 'overwrite-live-edit')),
    drifted: amount(hasDrift),
  }
}

/** The sync deletes it and creates it again. */
export function isRecreated({ action, fields }: ObjectPreview): boolean {
  return action === 'change' && fields.some(({ will }) => will === 'recreate')
}

function hasDrift({ cause, fields }: ObjectPreview): boolean {
  return cause === 'drift' || fields.some((field) => field.cause === 'drift')
}

const signs: readonly (readonly [keyof Tally, string])[] = [
  ['created', '+'],
  ['changed', '~'],
  ['recreated', '±'],
  ['pruned', '−'],
  ['handedOver', '→'],
]

/** `+1 ~7 −1`; empty when a sync would change nothing. */
export function signsOf(tally: Tally): string {
  return signs.flatMap(([name, sign]) => (tally[name] === 0 ? [] : [`${sign}${tally[name]}`])).join(' ')
}
