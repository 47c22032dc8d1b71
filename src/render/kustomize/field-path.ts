import { getOwn, isJsonObject, isList, type Json } from '../../kube/json.ts'
import { textOf } from './resource.ts'

/** `a.b\.c.[d/e.f].[name=x.y].0` in its parts; brackets around a key go, those around a condition stay. */
export function splitFieldPath(path: string): readonly string[] {
  const parts = joinBrackets(splitAtDots(path))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function splitAtDots(path: string): readonly string[] {
  const [first = '', ...others] = path.split('.')
  const parts = first === '' && others.length > 0 ? [] : [first]
  for (const other of others) {
    const last = parts.at(-1)
    if (last?.endsWith('\\')) parts[parts.length - 1] = `${last.slice(0, -1)}.${other}`
    else parts.push(other)
  }
  return parts
}

function joinBrackets(parts: readonly string[]): readonly string[] {
  const joined: string[] = []
  let open: string[] = []
  for (const part of parts) {
    const isOpening = open.length === 0 && part.startsWith('[') && !part.endsWith(']')
    if (open.length === 0 && !isOpening) joined.push(part)
    else {
      open.push(part)
      if (part.endsWith(']')) open = close(open, joined)
    }
  }
  close(open, joined)
  return joined
}

function close(open: readonly string[], joined: string[]): [] {
  if (open.length === 0) return []
  const text = open.join('.')
  joined.push(text.includes('=') ? text : text.replace(/^[[\]]+|[[\]]+$/g, ''))
  return []
}

/** The value at a path: names, positions, `-` for the last item, `[name=value]`. Undefined for none or null. */
export function readField(value: Json, parts: readonly string[]): Json | undefined {
  let found: Json | undefined = value
  for (const part of parts) {
    if (found === undefined || found === null) return undefined
    found = isList(found) ? itemAt(found, part) : isJsonObject(found) ? getOwn(found, part) : undefined
  }
  return found === null ? undefined : found
}

function itemAt(list: readonly Json[], part: string): Json | undefined {
  if (part === '-') return list.at(-1)
  if (/^\d+$/.test(part)) return list[Number(part)]
  const condition = /^\[(?<name>[^=]*)=(?<value>.*)\]$/s.exec(part)?.groups
  if (condition === undefined) return undefined
  const { name = '', value = '' } = condition
  return list.find((item) => {
    if (name === '') return typeof item !== 'object' && textOf(item) === value
    return isJsonObject(item) && textOf(getOwn(item, name)) === value
  })
}
