import { expect, test } from 'vitest'
import { belongsTo, formatMarker, makeMarker, markerOf } from '../../../src/report/comment/marker.ts'
import { aPreview } from '../../support/previews.ts'

const preview = aPreview()
const marker = makeMarker(preview, preview.head, '0123456789abcdef')
const line = formatMarker(marker)

test('a marker is read back from the first line, however lines end', () => {
  expect(markerOf(line)).toEqual(marker)
  expect(markerOf(`${line}\r\n\r\n## Plan`)).toEqual(marker)
})

test.each([
  ['on a later line', `\n${line}`],
  ['behind a space', ` ${line}`],
  ['with text behind it', `${line} and more`],
  ['with text far behind it', `${line}${' '.repeat(300)}x`],
  ['of another version', line.replace(' v1 ', ' v2 ')],
  ['with a short digest', line.replace('0123456789abcdef', '0123')],
  ['with a number that is none', line.replace('pr=7', 'pr=x')],
])('a marker %s is none', (_, body) => {
  expect(markerOf(body)).toBeUndefined()
})

test('a comment belongs to its installation, repository and pull request, and to no other', () => {
  expect(belongsTo(marker, preview)).toBe(true)
  expect(belongsTo(marker, aPreview({ repository: { ...preview.repository, owner: 'Team' } }))).toBe(true)
  expect(belongsTo(marker, aPreview({ installation: 'second' }))).toBe(false)
  expect(belongsTo(marker, aPreview({ repository: { ...preview.repository, name: 'other' } }))).toBe(false)
  expect(belongsTo(marker, aPreview({ number: 8 }))).toBe(false)
})
