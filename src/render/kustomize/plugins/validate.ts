import { canonicalJson } from '../../../kube/canonical-json.ts'
import { getOwn, isJsonObject, type JsonObject } from '../../../kube/json.ts'
import { fail } from '../../render-error.ts'
import type { Resource } from '../resource.ts'
import { formatId } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import type { Step } from '../step.ts'

/** `validators`: transformers that may set the label `validated-by` and change nothing else. */
export function runValidators(steps: readonly Step[], resources: ResourceSet): void {
  for (const { by, run } of steps) {
    const before = resources.list()
    run(resources)
    const after = resources.list()
    const changed = before.find((resource, index) => !isSame(resource, after[index]))
    if (changed === undefined && before.length === after.length) continue
    const what = changed === undefined ? 'it adds an object' : `it changes ${formatId(changed.id)}`
    fail({ file: by.file }, `validator shouldn't modify the resource map: ${by.kind} ${by.name}: ${what}`)
  }
}

function isSame(before: Resource, after: Resource | undefined): boolean {
  if (after === undefined || before === after) return before === after
  const facts = ({ previous, prefixes, suffixes }: Resource) => [previous, prefixes, suffixes].flat().length
  return (
    facts(before) === facts(after) &&
    canonicalJson(before.object) === canonicalJson(withoutMark(after.object))
  )
}

function withoutMark(object: JsonObject): JsonObject {
  const metadata = getOwn(object, 'metadata')
  const labels = isJsonObject(metadata) ? getOwn(metadata, 'labels') : undefined
  if (!isJsonObject(metadata) || !isJsonObject(labels) || !Object.hasOwn(labels, 'validated-by'))
    return object
  const { 'validated-by': _, ...rest } = labels
  const { labels: __, ...bare } = metadata
  return { ...object, metadata: Object.keys(rest).length === 0 ? bare : { ...bare, labels: rest } }
}
