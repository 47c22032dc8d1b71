import { getOwn, isJsonObject, isList, type Json } from '../../kube/json.ts'
import { textOf } from './resource.ts'

/** The value at a path: names, positions, `-` for the last item, `[name=value]`. Undefined for none or null; steps of blanks are none. */
export function readField(value: Json, steps: readonly string[]): Json | undefined {
  let found: Json | undefined = value
  for (const part of steps.map((step) => step.trim()).filter((step) => step !== '')) {
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
