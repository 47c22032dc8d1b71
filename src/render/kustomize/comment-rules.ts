import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import type { YamlDocument, YamlPath } from '../../kube/yaml-document.ts'
import type { FieldRules, MergeRule } from './merge-rule.ts'
import { textOf } from './resource.ts'

const marked = /(?:^|\s)#+\s*(\{.*\})\s*$/

/**
 * How lists and maps are merged that have an OpenAPI schema in a comment on their line, or alone on the line above:
 * `containers: # {"x-kubernetes-patch-strategy": "merge", ...}`. It takes the place of the schema that is built in.
 */
export function commentRules(
  value: Json,
  path: YamlPath,
  document: YamlDocument,
  lines: readonly string[],
): FieldRules | undefined {
  if (!isJsonObject(value)) return undefined
  const rules = Object.entries(value).flatMap(([field, child]): readonly [string, MergeRule][] => {
    if (child === null || typeof child !== 'object') return []
    const at = [...path, field]
    const line = document.lineOf(at)
    const rule = ruleIn(lines[line - 1]) ?? ruleAbove(lines[line - 2])
    const fields = commentRules(child, at, document, lines)
    return rule === undefined && fields === undefined ? [] : [[field, { ...rule, ...(fields && { fields }) }]]
  })
  return rules.length === 0 ? undefined : Object.fromEntries(rules)
}

/** Only a text that may hold such comments is looked through. */
export function linesWithRules(text: string): readonly string[] | undefined {
  if (!(text.includes('#') && text.includes('{'))) return undefined
  const lines = text.split('\n')
  return lines.some((line) => line.includes('#') && marked.test(line)) ? lines : undefined
}

function ruleAbove(line: string | undefined): MergeRule | undefined {
  return line?.trimStart().startsWith('#') ? ruleIn(line) : undefined
}

function ruleIn(line: string | undefined): MergeRule | undefined {
  const [, text] = marked.exec(line ?? '') ?? []
  if (text === undefined) return undefined
  try {
    const schema: Json = JSON.parse(text)
    return isJsonObject(schema) && Object.keys(schema).length > 0 ? ruleOf(schema) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A schema that says nothing of merging makes the list a whole. */
function ruleOf(schema: JsonObject): MergeRule {
  const items = getOwn(schema, 'items')
  const to = definitionOf(schema) ?? (isJsonObject(items) ? definitionOf(items) : undefined)
  const strategy = textOf(getOwn(schema, 'x-kubernetes-patch-strategy'))
  const keys = strategy.split(',').includes('merge') ? keysOf(schema) : undefined
  return { replaces: true, ...(to !== undefined && { to }), ...(keys && { keys }) }
}

function definitionOf(schema: JsonObject): string | undefined {
  const reference = textOf(getOwn(schema, '$ref'))
  return reference.startsWith('#/definitions/') ? reference.slice('#/definitions/'.length) : undefined
}

function keysOf(schema: JsonObject): readonly string[] {
  const mapKeys = getOwn(schema, 'x-kubernetes-list-map-keys')
  if (isList(mapKeys)) return mapKeys.map((key) => textOf(key))
  const mergeKey = textOf(getOwn(schema, 'x-kubernetes-patch-merge-key'))
  return mergeKey === '' ? [] : [mergeKey]
}
