import { fail, formatProblem } from '../../render-error.ts'
import type { PlacedText, Replacement, ReplacementTarget } from '../kustomization.ts'
import { copyInto } from '../replacements/copy-value.ts'
import { selectTargets } from '../replacements/select.ts'
import type { SourceField } from '../replacements/source-field.ts'
import { sourceFieldOf } from '../replacements/source-value.ts'
import { type Resource, withMerged } from '../resource.ts'
import { formatId } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import type { SourceFiles } from '../source-files.ts'

/** Copies values between objects, entry by entry: a later one sees what an earlier one has done. */
export function applyReplacements(
  replacements: readonly Replacement[],
  resources: ResourceSet,
  files: SourceFiles,
): void {
  for (const replacement of replacements) applyReplacement(replacement, resources, files)
}

function applyReplacement(replacement: Replacement, resources: ResourceSet, files: SourceFiles): void {
  const { budget } = files
  const { targets, source, sourceValue, place } = replacement
  if (targets === undefined || (source === undefined && sourceValue === undefined)) {
    fail(place, 'replacements must specify a source and at least one target')
  }
  const from = sourceFieldOf(replacement, resources)
  for (const target of targets) {
    const name = { text: 'metadata.name', place: target.place }
    const paths = target.fieldPaths.length === 0 ? [name] : target.fieldPaths
    const selected = selectTargets(target, resources, budget)
    budget.changes(selected.length * paths.length, target.place)
    for (const resource of selected) {
      const next = paths.reduce((current, path) => copy(from, current, path, target, files), resource)
      resources.replace(resource, next)
    }
  }
}

function copy(
  source: SourceField,
  resource: Resource,
  path: PlacedText,
  { options, place }: ReplacementTarget,
  files: SourceFiles,
): Resource {
  const { object, texts } = copyInto(resource.object, path, {
    source,
    isHolder: source.isIn(resource),
    options,
    texts: resource.texts,
    warn: warnAt(path, resource, files),
    written: (size) => files.budget.written(size, place),
    looked: (items) => files.budget.changes(Math.floor(items / itemsInOne), place),
  })
  files.budget.object(object, place)
  files.budget.changes(Math.floor(texts.size / textsInOne), place)
  const next = { ...withMerged(resource, object), texts }
  source.follow(resource, next)
  return next
}

/** One change is what looking at so many items costs. */
const itemsInOne = 50

/** One change is what keeping so many texts costs. */
const textsInOne = 20

/** What kustomize loses without a word is told with its field. */
function warnAt({ place }: PlacedText, { id }: Resource, files: SourceFiles): (loss: string) => void {
  return (loss) =>
    files.warn(formatProblem({ code: 'invalid', ...place, message: `${formatId(id)}: ${loss}` }))
}
