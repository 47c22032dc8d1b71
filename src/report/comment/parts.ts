import type { Cause } from '../../diff/field-preview.ts'
import type { ApplicationPreview, ObjectPreview } from '../preview.ts'

/** Where a difference is told: with what the pull request does, or apart from it. */
export type Part = 'caused' | 'drift' | 'not-yet-synced'

const partOfCause: { readonly [cause in Cause]: Part } = {
  'pull-request': 'caused',
  both: 'caused',
  drift: 'drift',
  'not-yet-synced': 'not-yet-synced',
}

/** The objects of one part, each with the fields that belong there. What is pruned is told in a section of its own. */
export function objectsOf({ objects }: ApplicationPreview, part: Part): readonly ObjectPreview[] {
  return objects.flatMap((object) => {
    if (object.action === 'prune') return []
    const fields = object.fields.filter((field) => partOfCause[field.cause] === part)
    if (partOfCause[object.cause] === part) return [{ ...object, fields }]
    const { key, action, cause, origin } = object
    const other: ObjectPreview = { key, action, cause, fields, flags: [], ...(origin ? { origin } : {}) }
    return fields.length === 0 ? [] : [other]
  })
}

export function prunedOf({ objects }: ApplicationPreview): readonly ObjectPreview[] {
  return objects.filter(({ action }) => action === 'prune')
}
