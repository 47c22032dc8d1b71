import { getOwn, isJsonObject, type Json } from '../../kube/json.ts'
import { type Compile, type Pattern, plainPattern } from '../../kube/pattern.ts'
import type { RenderBudget } from '../render-budget.ts'
import { fail, inField } from '../render-error.ts'
import type { Target } from './kustomization.ts'
import { type LabelSelector, parseLabelSelector } from './label-selector.ts'
import { originalId, type Resource } from './resource.ts'
import type { ResourceSet } from './resource-set.ts'
import { textAt } from './written-texts.ts'

export type Test = (resource: Resource) => boolean

/** The objects that a target means, in order. Throws `RenderError` when it is malformed. */
export type Select = (resources: ResourceSet, budget: RenderBudget) => readonly Resource[]

/**
 * Parts of a target are regular expressions over the whole text: kind, group and version against what the object is
 * now; name and namespace against what it was at first or is now. Their engine is loaded when one of them needs it.
 */
export async function selectorFor(target: Target): Promise<Select> {
  const isPlain = parts.every((part) => plainPattern(target[part]) !== undefined)
  const compile = isPlain ? plainPattern : (await import('../../kube/regexp.ts')).anchoredRegExp
  return (resources, budget) => select(target, compile, resources, budget)
}

const parts = ['kind', 'group', 'version', 'name', 'namespace'] as const

function select(
  target: Target,
  compile: Compile,
  resources: ResourceSet,
  budget: RenderBudget,
): readonly Resource[] {
  const tests = testsOf(target, compile)
  const isLiteral = /^[a-z0-9-]+$/.test(target.name)
  const candidates = isLiteral ? resources.withName(target.name) : resources.list()
  budget.changes(candidates.length / testsPerChange, target.place)
  const selected = candidates.filter((resource) => tests.every((test) => test(resource)))
  budget.changes(selected.length, target.place)
  return selected
}

/** Asking an object costs a small part of changing it. */
const testsPerChange = 10

function testsOf(target: Target, compile: Compile): readonly Test[] {
  const patterns: readonly [Pattern | undefined, (resource: Resource) => readonly string[]][] = [
    [patternOf(target, 'kind', compile), ({ id }) => [id.kind]],
    [patternOf(target, 'group', compile), ({ id }) => [id.group]],
    [patternOf(target, 'version', compile), ({ id }) => [id.version]],
    [patternOf(target, 'name', compile), ({ id, previous }) => [previous[0]?.name ?? id.name, id.name]],
    [patternOf(target, 'namespace', compile), (resource) => [originalId(resource).scope, resource.id.scope]],
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
  part: (typeof parts)[number],
  compile: Compile,
): Pattern | undefined {
  const expression = target[part]
  if (expression === '') return undefined
  const place = inField(target.place, part)
  return (
    compile(expression) ??
    fail(place, `error parsing regexp: "${expression}" is no valid regular expression (RE2 syntax)`)
  )
}

function selectorOf(target: Target, part: 'labelSelector' | 'annotationSelector'): LabelSelector | undefined {
  const text = target[part]
  if (text === '') return undefined
  return parseLabelSelector(text) ?? fail(inField(target.place, part), `"${text}" is no valid selector`)
}
