import { type CommitSha, isCommitSha } from '../git/commit.ts'
import { getOwn, isJsonObject, isList, type Json } from '../kube/json.ts'
import type { ObjectKey } from '../kube/object-key.ts'

/** Takes a value from outside as a `T`, or throws a `ShapeError` that names the place. */
export type Shape<T> = (value: Json | undefined, at: string) => T

export class ShapeError extends Error {}

function wrong(at: string, expected: string): never {
  throw new ShapeError(`${at === '' ? 'it' : at} is not ${expected}`)
}

export const text: Shape<string> = (value, at) => (typeof value === 'string' ? value : wrong(at, 'a text'))

export const truth: Shape<boolean> = (value, at) =>
  typeof value === 'boolean' ? value : wrong(at, 'true or false')

export const integer: Shape<number> = (value, at) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : wrong(at, 'a whole number')

export const time: Shape<string> = (value, at) => {
  const written = text(value, at)
  return Number.isNaN(Date.parse(written)) ? wrong(at, 'a time') : written
}

export const commitSha: Shape<CommitSha> = (value, at) => {
  const written = text(value, at)
  return isCommitSha(written) ? written : wrong(at, 'a commit id')
}

export function oneOf<const T extends string | number>(...values: readonly T[]): Shape<T> {
  return (value, at) => values.find((known) => known === value) ?? wrong(at, `one of ${values.join(', ')}`)
}

export function listOf<T>(member: Shape<T>): Shape<readonly T[]> {
  return (value, at) =>
    isList(value ?? null)
      ? (value as readonly Json[]).map((entry, i) => member(entry, `${at}[${i}]`))
      : wrong(at, 'a list')
}

type Shapes = Readonly<Record<string, Shape<unknown>>>
type Shaped<S extends Shapes> = { readonly [K in keyof S]: ReturnType<S[K]> }

/** An object with these fields; the optional ones may be absent. Fields it does not know are dropped. */
export function objectOf<R extends Shapes, O extends Shapes = Record<never, never>>(
  required: R,
  optional?: O,
): Shape<Shaped<R> & Partial<Shaped<O>>> {
  return (value, at) => {
    if (!isJsonObject(value)) return wrong(at, 'an object')
    const read = (name: string, shape: Shape<unknown>) =>
      [name, shape(getOwn(value, name), at === '' ? name : `${at}.${name}`)] as const
    const present = Object.entries(optional ?? {}).filter(([name]) => Object.hasOwn(value, name))
    const fields = [...Object.entries(required), ...present].map(([name, shape]) => read(name, shape))
    return Object.fromEntries(fields) as Shaped<R> & Partial<Shaped<O>>
  }
}

export const objectKey: Shape<ObjectKey> = objectOf({ group: text, kind: text, namespace: text, name: text })
