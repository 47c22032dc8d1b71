import { expect, test } from 'vitest'
import { mergedComment } from '../../../src/report/comment/merged-comment.ts'
import { previewComment } from '../../../src/report/comment/preview-comment.ts'
import { aSha } from '../../support/builders.ts'
import { aPreview } from '../../support/previews.ts'
import { anApplicationReport, aReport } from '../../support/reports.ts'

const planned = previewComment(aPreview(), { version: '0.2.0' })
const running = aReport({
  commit: aSha('merge'),
  verdict: 'pending',
  applications: [anApplicationReport({ verdict: 'pending', summary: 'wave 1' })],
})
const synced = aReport({ commit: aSha('merge') })

test('after the merge the title is the result of the sync, and the plan stays beneath', () => {
  const [marker, ...rest] = planned.split('\n')

  expect(mergedComment(planned, synced)?.split('\n')).toEqual([
    marker,
    '',
    `## ✅ Merged as \`${aSha('merge').slice(0, 7)}\`: synced. \`1 app: Synced and Healthy\``,
    '',
    '> - ✅ `shop` on `east`: `Synced and Healthy: 2 objects`',
    '>',
    '> What was planned:',
    '',
    ...rest.slice(3),
  ])
})

test('a later result replaces an earlier one', () => {
  const first = mergedComment(planned, running)

  expect(first).toContain('## ⏳ Merged')
  expect(mergedComment(first ?? '', synced)).toBe(mergedComment(planned, synced))
})

test('a comment that is not ours is left as it is', () => {
  expect(mergedComment(`hello\n${planned}`, synced)).toBeUndefined()
})
