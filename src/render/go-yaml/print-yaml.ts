import { isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { sortKeys } from './compare-keys.ts'
import { formatNumber } from './format-number.ts'
import { YamlWriter } from './yaml-writer.ts'

/**
 * A value as kustomize prints it: the bytes of go-yaml v2, keys sorted, long lines folded. Ends with a newline.
 * The text is a function of the value alone.
 */
export function printGoYaml(value: Json): string {
  return print(value, new Map())
}

/** Objects as one stream. No objects print as nothing. */
export function printObjects(objects: readonly Json[]): string {
  const keys: KeyTexts = new Map()
  return objects.map((object) => print(object, keys)).join('---\n')
}

function print(value: Json, keys: KeyTexts): string {
  const writer = new YamlWriter()
  writeNode({ writer, keys }, value, -step, false)
  writer.indent(0)
  return writer.text
}

const step = 2

interface Output {
  readonly writer: YamlWriter
  readonly keys: KeyTexts
}

/** `column` is that of the block around the value. */
function writeNode(output: Output, value: Json, column: number, isInMap: boolean): void {
  const { writer } = output
  if (typeof value === 'string') writer.string(value, Math.max(column, 0) + step, false)
  else if (isList(value)) writeList(output, value, column, isInMap)
  else if (isJsonObject(value)) writeMap(output, value, column)
  else
    writer.word(typeof value === 'number' || typeof value === 'bigint' ? formatNumber(value) : String(value))
}

/** A list under a key stands in the column of the key. */
function writeList(output: Output, list: readonly Json[], column: number, isInMap: boolean): void {
  const { writer } = output
  if (list.length === 0) writer.word('[]')
  const inner = isInMap && !writer.isIndention ? column : column + step
  for (const item of list) {
    writer.indent(inner)
    writer.indicator('-')
    writeNode(output, item, inner, false)
  }
}

function writeMap(output: Output, map: JsonObject, column: number): void {
  const { writer } = output
  const keys = sortKeys(Object.keys(map))
  if (keys.length === 0) writer.word('{}')
  const inner = column + step
  for (const key of keys) {
    writer.indent(inner)
    writeKey(output, key, inner)
    writeNode(output, map[key] ?? null, inner, true)
  }
}

/** Keys as they are written on one line, with their colons; empty for those that cannot be. Most stand in many maps. */
type KeyTexts = Map<string, string>

function writeKey({ writer, keys }: Output, key: string, column: number): void {
  let text = keys.get(key)
  if (text === undefined) {
    text = keyText(key)
    keys.set(key, text)
  }
  if (text !== '') {
    writer.word(text)
    return
  }
  writer.indicator('?')
  writer.string(key, column + step, false)
  writer.indent(column)
  writer.indicator(':')
}

function keyText(key: string): string {
  if (!isSimpleKey(key)) return ''
  const writer = new YamlWriter()
  writer.string(key, 0, true)
  writer.colon()
  return writer.text
}

const longestSimpleKey = 128

function isSimpleKey(key: string): boolean {
  if (/[\r\n\u2028\u2029]/.test(key)) return false
  return key.length * 3 <= longestSimpleKey || new TextEncoder().encode(key).length <= longestSimpleKey
}
