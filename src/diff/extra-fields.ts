import { lastAppliedAnnotation } from '../kube/annotations.ts'
import { type FieldPath, fieldPath, formatPath } from '../kube/field-path.ts'
import type { FieldSet } from '../kube/field-set.ts'
import { type ManagerFields, ownersOf } from '../kube/managed-fields.ts'
import type { LiveMap } from '../kube/manifest.ts'
import type { Schema } from '../kube/schema.ts'
import type { ExtraField } from './comparison.ts'
import { isBelow, isOurApply } from './owned-fields.ts'
import { isAbsent } from './same-value.ts'
import { isSetByDefault } from './set-by-default.ts'
import { placeFinder } from './value-at.ts'
import { classOf, mayBePerson, writerOf } from './writers.ts'

const lastAppliedPath = fieldPath('metadata', 'annotations', lastAppliedAnnotation)
const statusPath = fieldPath('status')

/** More of one object are not told one by one. */
const mostTold = 20

/**
 * What somebody wrote into an object, Git does not set and we never owned: it is told and never touched. What
 * client-side apply left is no such thing: a sync takes that over. Nor is what a controller adds, or says of itself. Nor
 * is a default that the schema declares: whoever creates an object owns its defaults, too. An item of a list is one field.
 */
export function extraFields(
  git: LiveMap,
  live: LiveMap,
  managedFields: readonly ManagerFields[],
  ignored: FieldSet,
  schema: Schema,
): readonly ExtraField[] {
  const found: FieldPath[] = []
  const [inLive, inGit] = [placeFinder(live, schema), placeFinder(git, schema)]
  for (const { fields } of managedFields.filter(isToBeTold)) {
    let byDefault = statusPath
    for (const path of fields.paths()) {
      if (found.length >= mostTold) return found.map((one) => told(one, managedFields))
      if ([statusPath, byDefault, ...found].some((above) => isBelow(path, above)) || ignored.has(path))
        continue
      if (isAbsent(inLive(path).value) || !isAbsent(inGit(path).value)) continue
      if (ownersOf(managedFields, path).some(isOurApply)) continue
      if (isSetByDefault(path, inLive)) byDefault = path
      else found.push(path)
    }
  }
  return found.map((one) => told(one, managedFields))
}

function isToBeTold({ manager, subresource, fields }: ManagerFields): boolean {
  const isOther = mayBePerson({ class: classOf(manager) })
  return isOther && subresource === undefined && !fields.has(lastAppliedPath)
}

function told(path: FieldPath, managedFields: readonly ManagerFields[]): ExtraField {
  const writer = writerOf(managedFields, path)
  return { path: formatPath(path), ...(writer === undefined ? {} : { writer }) }
}
