import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'

/** A JSON pointer as it is written, and the names that it goes through. */
export interface Pointer {
  readonly text: string
  readonly steps: readonly string[]
}

export interface Operation {
  readonly op: string
  readonly path: Pointer | undefined
  readonly from: Pointer | undefined
  readonly value: Json | undefined
}

/** The operations of a JSON 6902 patch; undefined when the value is no list of them. */
export function readOperations(value: Json): readonly Operation[] | undefined {
  if (!isList(value) || !value.every(isJsonObject)) return undefined
  return value.map((operation) => ({
    op: textField(operation, 'op') ?? 'unknown',
    path: pointer(textField(operation, 'path')),
    from: pointer(textField(operation, 'from')),
    value: getOwn(operation, 'value'),
  }))
}

function textField(operation: JsonObject, name: string): string | undefined {
  const value = getOwn(operation, name)
  return typeof value === 'string' ? value : undefined
}

function pointer(text: string | undefined): Pointer | undefined {
  if (text === undefined) return undefined
  if (text === '') return { text, steps: [] }
  const steps = text.split('/').slice(1)
  return { text, steps: steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')) }
}
