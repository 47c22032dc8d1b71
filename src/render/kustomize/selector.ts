import { getOwn, isJsonObject, type Json } from '../../kube/json.ts'
import { anchoredRegExp, type Pattern } from '../../kube/regexp.ts'
import type { RenderBudget } from '../render-budget.ts'
import { fail, inField } from '../render-error.ts'
import type { Target } from './kustomization.ts'
import { type LabelSelector, parseLabelSelector } from './label-selector.ts'
import { originalId, type Resource } from './resource.ts'
import type { ResourceSet } from './resource-set.ts'
import { textAt } from './written-texts.ts'

export type Test = (resource: Resource) => boolean

/**
 * The objects that a target means, in order. Its parts are regular expressions over the whole text: kind, group and
 * version against what the object is now; name and namespace against what it was at first or is now.
 */
export function selectResources(
  target: Target,
  resources: ResourceSet,
  budget: RenderBudget,
): readonly Resource[] {
  const tests = testsOf(target)
  const isLiteral = /^[a-z0-9-]+$/.test(target.name)
  const candidates = isLiteral ? resources.withName(target.name) : resources.list()
  budget.changes(candidates.length / testsPerChange, target.place)
  const selected = candidates.filter((resource) => tests.every((test) => test(resource)))
  budget.changes(selected.length, target.place)
  return selected
}

/** Asking an object costs a small part of changing it. */
const testsPerChange = 10

function testsOf(target: Target): readonly Test[] {
  const patterns: readonly [Pattern | undefined, (resource: Resource) => readonly string[]][] = [
    [patternOf(target, 'kind'), ({ id }) => [id.kind]],
    [patternOf(target, 'group'), ({ id }) => [id.group]],
    [patternOf(target, 'version'), ({ id }) => [id.version]],
    [patternOf(target, 'name'), (resource) => [originalId(resource).name, resource.id.name]],
    [patternOf(target, 'namespace'), (resource) => [originalId(resource).scope, resource.id.scope]],
  ]
  return [
    ...patterns.flatMap(([pattern, texts]): Test[] => {
      if (pattern === undefined) return []
      const matches = remembered(pattern)
      return [(resource) => texts(resource).some(matches)]
    }),
    ...metadataTests(target),
  ]
}

/** Kinds and namespaces are few: each text is tried once. */
function remembered(pattern: Pattern): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const matches = known.get(text) ?? pattern.matches(text)
    known.set(text, matches)
    return matches
  }
}

/** On labels and annotations. */
export function metadataTests(target: Target): readonly Test[] {
  const selectors: readonly [LabelSelector | undefined, string][] = [
    [selectorOf(target, 'labelSelector'), 'labels'],
    [selectorOf(target, 'annotationSelector'), 'annotations'],
  ]
  return selectors.flatMap(([selector, field]): Test[] =>
    selector === undefined ? [] : [(resource) => selector(metadataField(resource, field))],
  )
}

/** What is no text counts as it is written. */
function metadataField({ object, texts }: Resource, field: string): Json | undefined {
  const metadata = getOwn(object, 'metadata')
  const map = isJsonObject(metadata) ? getOwn(metadata, field) : undefined
  if (texts.size === 0 || !isJsonObject(map)) return map
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [
      key,
      textAt(texts, object, ['metadata', field, key]) ?? value,
    ]),
  )
}

/** One part of a target over the whole text; undefined for any. */
export function patternOf(
  target: Target,
  part: 'kind' | 'group' | 'version' | 'name' | 'namespace',
): Pattern | undefined {
  const expression = target[part]
  if (expression === '') return undefined
  const place = inField(target.place, part)
  return (
    anchoredRegExp(expression) ??
    fail(place, `error parsing regexp: "${expression}" is no valid regular expression (RE2 syntax)`)
  )
}

function selectorOf(target: Target, part: 'labelSelector' | 'annotationSelector'): LabelSelector | undefined {
  const text = target[part]
  if (text === '') return undefined
  return parseLabelSelector(text) ?? fail(inField(target.place, part), `"${text}" is no valid selector`)
}
