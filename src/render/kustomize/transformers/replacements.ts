import type { RenderBudget } from '../../render-budget.ts'
import { fail } from '../../render-error.ts'
import type { Replacement } from '../kustomization.ts'
import { copyInto } from '../replacements/copy-value.ts'
import { selectTargets } from '../replacements/select.ts'
import { sourceValueOf } from '../replacements/source-value.ts'
import { withMerged } from '../resource.ts'
import type { ResourceSet } from '../resource-set.ts'

/** Copies values between objects, entry by entry: a later one sees what an earlier one has done. */
export function applyReplacements(
  replacements: readonly Replacement[],
  resources: ResourceSet,
  budget: RenderBudget,
): void {
  for (const replacement of replacements) applyReplacement(replacement, resources, budget)
}

function applyReplacement(replacement: Replacement, resources: ResourceSet, budget: RenderBudget): void {
  const { targets, source, sourceValue, place } = replacement
  if (targets === undefined || (source === undefined && sourceValue === undefined)) {
    fail(place, 'replacements must specify a source and at least one target')
  }
  const value = sourceValueOf(replacement, resources)
  for (const target of targets) {
    const name = { text: 'metadata.name', place: target.place }
    const paths = target.fieldPaths.length === 0 ? [name] : target.fieldPaths
    const selected = selectTargets(target, resources, budget)
    budget.changes(selected.length * paths.length, target.place)
    for (const resource of selected) {
      const object = paths.reduce(
        (current, path) => copyInto(current, value, path, target.options),
        resource.object,
      )
      budget.object(object, target.place)
      resources.replace(resource, withMerged(resource, object))
    }
  }
}
