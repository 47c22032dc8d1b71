import { isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { sortKeys } from './compare-keys.ts'
import { formatNumber } from './format-number.ts'
import { YamlWriter } from './yaml-writer.ts'

/**
 * A value as kustomize prints it: the bytes of go-yaml v2, keys sorted, long lines folded. Ends with a newline.
 * The text is a function of the value alone.
 */
export function printGoYaml(value: Json): string {
  const writer = new YamlWriter()
  writeNode(writer, value, -step, false)
  writer.indent(0)
  return writer.text
}

/** Objects as one stream. No objects print as nothing. */
export function printObjects(objects: readonly Json[]): string {
  return objects.map(printGoYaml).join('---\n')
}

const step = 2

/** `column` is that of the block around the value. */
function writeNode(writer: YamlWriter, value: Json, column: number, isInMap: boolean): void {
  if (isList(value)) writeList(writer, value, column, isInMap)
  else if (isJsonObject(value)) writeMap(writer, value, column)
  else if (typeof value === 'string') writer.string(value, Math.max(column, 0) + step, false)
  else
    writer.word(typeof value === 'number' || typeof value === 'bigint' ? formatNumber(value) : String(value))
}

/** A list under a key stands in the column of the key. */
function writeList(writer: YamlWriter, list: readonly Json[], column: number, isInMap: boolean): void {
  if (list.length === 0) writer.word('[]')
  const inner = isInMap && !writer.isIndention ? column : column + step
  for (const item of list) {
    writer.indent(inner)
    writer.indicator('-')
    writeNode(writer, item, inner, false)
  }
}

function writeMap(writer: YamlWriter, map: JsonObject, column: number): void {
  const keys = sortKeys(Object.keys(map))
  if (keys.length === 0) writer.word('{}')
  const inner = column + step
  for (const key of keys) {
    writer.indent(inner)
    writeKey(writer, key, inner)
    writeNode(writer, map[key] ?? null, inner, true)
  }
}

function writeKey(writer: YamlWriter, key: string, column: number): void {
  if (isSimpleKey(key)) {
    writer.string(key, column + step, true)
    writer.colon()
    return
  }
  writer.indicator('?')
  writer.string(key, column + step, false)
  writer.indent(column)
  writer.indicator(':')
}

const longestSimpleKey = 128

function isSimpleKey(key: string): boolean {
  if (/[\r\n\u2028\u2029]/.test(key)) return false
  return key.length * 3 <= longestSimpleKey || new TextEncoder().encode(key).length <= longestSimpleKey
}
