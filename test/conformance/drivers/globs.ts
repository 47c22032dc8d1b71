import assert from 'node:assert/strict'
import { glob } from '../../../src/kube/regexp.ts'
import { type Drivers, expectOf, inputOf, type Row, withoutDriver } from '../row.ts'

export const globDrivers: Drivers = { glob: whole, 'glob-list': list }

interface Glob {
  readonly input: string
  readonly pattern: string
  readonly separators?: string | readonly string[]
}

/** A pattern that cannot be read matches nothing; the words for that are our own. */
function whole(row: Row): void {
  const { input, pattern, separators } = inputOf<Glob>(row)
  const { result, expectedErr } = expectOf<{ result: boolean; expectedErr?: string }>(row)
  const separator = [separators ?? []].flat().join('') === '/' ? ({ separator: '/' } as const) : {}

  const compiled = glob(pattern, separator)

  if (expectedErr) assert.equal(compiled, undefined)
  assert.equal(compiled?.matches(input) ?? false, result)
}

/** Our lists hold globs. */
function list(row: Row): typeof withoutDriver | undefined {
  const given = inputOf<{ input: string; list: readonly string[]; patternMatch: string }>(row)
  if (given.patternMatch !== 'glob') return withoutDriver
  const answer = given.list.some((pattern) => glob(pattern)?.matches(given.input) === true)
  assert.equal(answer, expectOf<{ result: boolean }>(row).result)
  return undefined
}
