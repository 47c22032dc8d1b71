import { getOwn, isJsonObject, isList, type Json } from '../kube/json.ts'
import type { Origin } from '../kube/manifest.ts'
import { parseYaml } from '../kube/yaml.ts'
import type { YamlDocument, YamlPath } from '../kube/yaml-document.ts'

/** A field as the text of a file has it: undefined where it is not written, as it may be by a patch. */
export interface WrittenField {
  readonly value: Json | undefined
  /** Of the field, or of what is nearest above it. */
  readonly line: number
}

/**
 * The lines of a manifest's fields, looked up in the text of the file that its origin names. A field that the text
 * does not have, as after a patch, gives the line of what is nearest above it.
 */
export function linesOf(text: string, origin: Origin): (path: YamlPath) => number {
  const field = fieldsOf(text, origin)
  return (path) => field(path).line
}

/** The same with what is written there. */
export function fieldsOf(text: string, origin: Origin): (path: YamlPath) => WrittenField {
  let found: ((path: YamlPath) => WrittenField) | undefined
  return (path) => {
    found ??= find(text, origin)
    return found(path)
  }
}

function find(text: string, { path: file, line }: Origin): (path: YamlPath) => WrittenField {
  for (const document of parseYaml(text, { file })) {
    const prefix = document.line === line ? [] : findInList(document, line)
    if (prefix) return (path) => written(document, [...prefix, ...path])
  }
  return () => ({ value: undefined, line })
}

function findInList(document: YamlDocument, line: number): YamlPath | undefined {
  const items = isJsonObject(document.value) ? getOwn(document.value, 'items') : undefined
  if (!isList(items)) return undefined
  const index = items.findIndex((_, position) => document.lineOf(['items', position]) === line)
  return index < 0 ? undefined : ['items', index]
}

function written(document: YamlDocument, path: YamlPath): WrittenField {
  let value: Json | undefined = document.value
  for (const step of path) value = value === undefined ? undefined : member(value, step)
  return { value, line: document.lineOf(path) }
}

function member(value: Json, step: string | number): Json | undefined {
  if (typeof step === 'number') return isList(value) ? value[step] : undefined
  return isJsonObject(value) ? getOwn(value, step) : undefined
}
