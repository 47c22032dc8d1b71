import { lastAppliedAnnotation } from '../kube/annotations.ts'
import { isUpdate } from '../kube/client-side-apply.ts'
import { elementText, type FieldPath, fieldPath, formatPath } from '../kube/field-path.ts'
import { FieldSet } from '../kube/field-set.ts'
import { type ManagerFields, ownersOf } from '../kube/managed-fields.ts'
import type { LiveMap } from '../kube/manifest.ts'
import type { Schema } from '../kube/schema.ts'
import type { Difference } from './local-compare.ts'
import { isAbsent } from './same-value.ts'
import { placeFinder } from './value-at.ts'
import { fieldManager } from './writers.ts'

const lastApplied = formatPath(fieldPath('metadata', 'annotations', lastAppliedAnnotation))

/**
 * What we applied before, what is still live, and what Git does not say any more: the next apply gives it up, and
 * removes it where nobody else owns it. A list item that left is one difference, not one for each of its fields.
 */
export function findAbandoned(
  desired: LiveMap,
  live: LiveMap,
  managedFields: readonly ManagerFields[],
  schema: Schema,
): readonly Difference[] {
  const differences: Difference[] = []
  const [inLive, inGit] = [placeFinder(live, schema), placeFinder(desired, schema)]
  for (const path of ownFields(managedFields).paths()) {
    const last = differences.at(-1)
    if (last !== undefined && isBelow(path, last.path)) continue
    const { value } = inLive(path)
    if (isAbsent(value) || !isAbsent(inGit(path).value)) continue
    differences.push({ path, git: undefined, live: value })
  }
  return differences
}

/**
 * What was applied from the client and Git does not say any more: the first sync takes its fields over, and so removes
 * them where nobody else owns them. kubectl's own annotation is no news. Only the version that is taken over counts.
 */
export function findTakenOver(
  desired: LiveMap,
  live: LiveMap,
  managedFields: readonly ManagerFields[],
  { schema, from }: { readonly schema: Schema; readonly from: readonly string[] },
): readonly Difference[] {
  const old = managedFields.filter((entry) => isUpdate(entry) && from.includes(entry.manager))
  const version = (managedFields.find(isOurApply) ?? old[0])?.apiVersion
  const fields = old
    .filter(({ apiVersion }) => apiVersion === version)
    .reduce((all, entry) => all.union(entry.fields), FieldSet.empty)
  const differences: Difference[] = []
  const [inLive, inGit] = [placeFinder(live, schema), placeFinder(desired, schema)]
  for (const path of fields.paths()) {
    const last = differences.at(-1)
    if ((last !== undefined && isBelow(path, last.path)) || formatPath(path) === lastApplied) continue
    const isShared = ownersOf(managedFields, path).some((owner) => !isOurApply(owner) && !old.includes(owner))
    const { value } = inLive(path)
    if (isShared || isAbsent(value) || !isAbsent(inGit(path).value)) continue
    differences.push({ path, git: undefined, live: value })
  }
  return differences
}

export function ownFields(managedFields: readonly ManagerFields[]): FieldSet {
  return managedFields.filter(isOurApply).reduce((all, { fields }) => all.union(fields), FieldSet.empty)
}

/** What our next apply is compared with: a field of it that is not sent again is given up. */
export function isOurApply({ manager, operation, subresource }: ManagerFields): boolean {
  return manager === fieldManager && operation === 'Apply' && subresource === undefined
}

/** Paths come before those below them. */
export function isBelow(path: FieldPath, above: FieldPath): boolean {
  return above.every((element, at) => {
    const own = path[at]
    return own !== undefined && elementText(own) === elementText(element)
  })
}
