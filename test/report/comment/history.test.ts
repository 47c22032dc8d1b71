import { expect, test } from 'vitest'
import { historyOf } from '../../../src/report/comment/history.ts'
import { aSha } from '../../support/builders.ts'
import { aPreview } from '../../support/previews.ts'

const digest = (index: number): string => String(index).padStart(16, '0')

function planned(index: number): ReturnType<typeof aPreview> {
  return aPreview({ head: aSha(`head ${index}`), at: `2026-11-30T08:00:0${index}.123Z` })
}

function afterPlans(amount: number): string {
  let body = ''
  for (let index = 0; index < amount; index += 1) body = historyOf(planned(index), digest(index), body)
  return body
}

function digestsIn(body: string): readonly (string | undefined)[] {
  return [...body.matchAll(/`(\d{16})`/g)].map(([, found]) => found)
}

test('the newest plan comes first, and five before it are kept', () => {
  expect(digestsIn(afterPlans(9))).toEqual([8, 7, 6, 5, 4, 3].map(digest))
})

test('the same plan of the same commit stands there once, with its last time', () => {
  const body = historyOf({ ...planned(1), at: '2026-12-01T00:00:00Z' }, digest(1), afterPlans(2))

  expect(digestsIn(body)).toEqual([1, 0].map(digest))
  expect(body).toContain('| 2026-12-01T00:00:00Z |')
  expect(body).not.toContain('08:00:01')
})

test('only rows of ours are taken from what stood there', () => {
  const forged = afterPlans(1).replace(/\| `~1` \|/, '| `~1` <b>x</b> |')

  expect(digestsIn(historyOf(planned(1), digest(1), forged))).toEqual([digest(1)])
  expect(digestsIn(historyOf(planned(1), digest(1), 'x'.repeat(1_000_000)))).toEqual([digest(1)])
})
