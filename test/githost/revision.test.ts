import { expect, test } from 'vitest'
import { parseRevision } from '../../src/githost/revision.ts'

const sha1 = 'a94f5374fce5edbc8e2a8697c15331677e6ebf0b'

test.each([
  ['', { kind: 'head' }],
  ['HEAD', { kind: 'head' }],
  [sha1, { kind: 'commit', id: sha1 }],
  [sha1.toUpperCase(), { kind: 'commit', id: sha1 }],
  ['b'.repeat(64), { kind: 'commit', id: 'b'.repeat(64) }],
  ['main', { kind: 'refs', refs: ['heads/main', 'tags/main'] }],
  ['release/1.x', { kind: 'refs', refs: ['heads/release/1.x', 'tags/release/1.x'] }],
  ['1.x', { kind: 'refs', refs: ['heads/1.x', 'tags/1.x'] }],
  ['v1.2.3-rc.1+build', { kind: 'refs', refs: ['heads/v1.2.3-rc.1+build', 'tags/v1.2.3-rc.1+build'] }],
  ['abcdef1', { kind: 'refs', refs: ['heads/abcdef1', 'tags/abcdef1'], shortId: 'abcdef1' }],
  ['abcdef', { kind: 'refs', refs: ['heads/abcdef', 'tags/abcdef'] }],
  ['refs/heads/main', { kind: 'refs', refs: ['heads/main'] }],
  ['refs/tags/a/b', { kind: 'refs', refs: ['tags/a/b'] }],
  ['refs/pull/1/head', { kind: 'refs', refs: ['heads/refs/pull/1/head', 'tags/refs/pull/1/head'] }],
])('%j is looked for as %j', (revision, lookup) => {
  expect(parseRevision(revision)).toEqual(lookup)
})

test.each(['*', '1.*', 'v1.2.*', '^1.2', '~1.2.0', '>=1.0', '>=1.0 <2', '<2', '1.0 - 2.*'])(
  '%j is a version range',
  (revision) => {
    expect(parseRevision(revision)).toEqual({ kind: 'range' })
  },
)

test.each([
  'a..b',
  '..',
  '.hidden',
  'a/.b',
  '/a',
  'a/',
  'a//b',
  'a b',
  'a\tb',
  'a\0b',
  'a~1',
  'a^{}',
  'a:b',
  'a?',
  'a[b',
  'a\\b',
  'a@{1}',
  '@',
  'a.',
  'a.lock',
  'a.lock/b',
  'refs/heads/a b',
])('%j is no revision', (revision) => {
  expect(parseRevision(revision)).toEqual({ kind: 'invalid' })
})
