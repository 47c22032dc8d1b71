import type { DesiredObject } from '../diff/desired-objects.ts'
import type { FieldPreview } from '../diff/field-preview.ts'
import { compareKeys, formatKey } from '../kube/object-key.ts'
import { present } from '../settings/present.ts'
import type { ObjectPreview } from './preview.ts'

/** One object as Git has it on both sides, where nothing live was asked; undefined where both say the same. */
export function previewRendered(
  base: DesiredObject | undefined,
  head: DesiredObject | undefined,
  fields: readonly FieldPreview[],
): ObjectPreview | undefined {
  const object = head ?? base
  if (object === undefined || (head !== undefined && base !== undefined && fields.length === 0))
    return undefined
  const action = base === undefined ? 'create' : head === undefined ? 'prune' : 'change'
  const { key, origin } = object
  return { key, action, cause: 'pull-request', fields, flags: [], ...present({ origin }) }
}

/** Objects of both sides, each key once. */
export function pairsOf(
  base: readonly DesiredObject[],
  head: readonly DesiredObject[],
): readonly (readonly [base: DesiredObject | undefined, head: DesiredObject | undefined])[] {
  const before = new Map(base.map((object) => [formatKey(object.key), object]))
  const after = new Map(head.map((object) => [formatKey(object.key), object]))
  const all = new Map([...before, ...after])
  return [...all.values()]
    .toSorted((a, b) => compareKeys(a.key, b.key))
    .map(({ key }) => [before.get(formatKey(key)), after.get(formatKey(key))])
}
