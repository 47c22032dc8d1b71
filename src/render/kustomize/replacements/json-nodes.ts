import { getOwn, isJsonObject, isList, type Json } from '../../../kube/json.ts'
import { outOfRange } from '../../../kube/yaml-scalar.ts'
import { printGoYaml } from '../../go-yaml/print-yaml.ts'
import { resolveManifestScalar } from '../../go-yaml/resolve-scalar.ts'
import type { Nodes } from './nodes.ts'
import { PathError } from './nodes.ts'

/** An object's own value. */
export const jsonNodes: Nodes<Json> = {
  kindOf: (value) =>
    value === null ? 'null' : isList(value) ? 'list' : typeof value === 'object' ? 'map' : 'scalar',
  textOf: (value) => (value === null ? 'null' : typeof value === 'object' ? '' : String(value)),
  printed: (value) => printGoYaml(value).trim(),
  field: (map, name) => (isJsonObject(map) ? getOwn(map, name) : undefined),
  items: (list) => (isList(list) ? list : []),
  withField: (map, name, value) => ({ ...(isJsonObject(map) ? map : {}), [name]: value }),
  withItems: (_, items) => items,
  empty: (kind) => (kind === 'map' ? {} : []),
  scalar: typedBy,
}

/** What a text without quotes stands for. */
export function typedBy(text: string): Json {
  if (text.includes('\n')) return text
  const value = resolveManifestScalar(text)
  if (value === outOfRange) throw new PathError('the text is a number that cannot be held exactly')
  return value
}

/** A scalar whose text is another one now and whose type is what it was. Throws `PathError` when they do not fit. */
export function retyped(scalar: Json, text: string): Json {
  if (typeof scalar === 'string') return text
  const value = resolveManifestScalar(text)
  const [found, wanted] = [tagOf(value), tagOf(scalar)]
  if (value !== outOfRange && (found === wanted || (found === '!!int' && wanted === '!!float'))) return value
  throw new PathError(
    `yaml: cannot decode ${found} as a ${wanted}; what is copied does not fit the field's type`,
  )
}

function tagOf(value: Json | typeof outOfRange): string {
  if (value === null) return '!!null'
  if (typeof value === 'boolean') return '!!bool'
  if (value === outOfRange) return '!!float'
  if (typeof value === 'string') return '!!str'
  return typeof value === 'bigint' || Number.isInteger(value) ? '!!int' : '!!float'
}
