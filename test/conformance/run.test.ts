import { expect, test } from 'vitest'
import { type Drivers, readRows, withoutDriver } from './row.ts'
import { formatTally, runRows, tally } from './run.ts'

const drivers: Drivers = {
  even: ({ input }) => {
    if (input === 'unasked') return withoutDriver
    if (Number(input) % 2 !== 0) throw new Error(`${String(input)} is odd`)
    return undefined
  },
}

async function run(rows: readonly object[], skips: readonly (readonly [string, string])[] = []) {
  const text = rows.map((row) => JSON.stringify(row)).join('\n')
  return runRows(readRows(text, 'rows.jsonl'), drivers, new Map(skips))
}

test('every row goes to the driver of its kind, and each kind and the whole are counted', async () => {
  const results = await run([
    { id: 'a', kind: 'even', input: 2 },
    { id: 'b', kind: 'even', input: 3 },
    { id: 'c', kind: 'even', input: 'unasked' },
    { id: 'd', kind: 'toString' },
    { id: 'e', suite: 'ssa/other' },
    { id: 'probe/f', files: {}, target: '.' },
  ])

  expect(formatTally(tally(results)).split('\n')).toEqual([
    'even: 1 passed, 1 failed, 0 skipped, 1 without driver',
    'kustomize/probe: 1 without driver',
    'ssa/other: 1 without driver',
    'toString: 1 without driver',
    '1 passed, 1 failed, 0 skipped, 4 without driver',
  ])
  expect(tally(results).rows).toEqual([
    { id: 'b', kind: 'even', outcome: 'failed', message: 'Error: 3 is odd' },
  ])
})

test('a listed skip is counted while it fails, and told of when it passes', async () => {
  const results = await run(
    [
      { id: 'a', kind: 'even', input: 1 },
      { id: 'b', kind: 'even', input: 2 },
    ],
    [
      ['a', 'odd numbers'],
      ['b', 'even numbers'],
    ],
  )

  expect(results).toEqual([
    { id: 'a', kind: 'even', outcome: 'skipped', message: 'odd numbers' },
    {
      id: 'b',
      kind: 'even',
      outcome: 'passed',
      message: 'is listed as a skip and passes; take it out: even numbers',
    },
  ])
})

test('a kind without a driver is a skip when it is listed with its reason', async () => {
  const results = await run([{ id: 'a', kind: 'odd' }], [['odd', 'nothing of ours is odd']])

  expect(results).toEqual([{ id: 'a', kind: 'odd', outcome: 'skipped', message: 'nothing of ours is odd' }])
})

test.each([
  ['{', 'rows.jsonl:2: '],
  ['[]', 'rows.jsonl:2: a row has no id'],
  ['{"id":"x"}', 'rows.jsonl:2: the row x has neither kind nor suite, nor files and a target'],
])('a line that is no row is named: %s', (line, message) => {
  expect(() => readRows(`{"id":"a","kind":"even"}\n${line}`, 'rows.jsonl')).toThrow(message)
})
