import { expect, test } from 'vitest'
import {
  joinPath,
  joinWays,
  normalisePath,
  parentPath,
  relativePath,
  resolvePath,
} from '../../src/git/path.ts'
import { SourceError } from '../../src/git/source-error.ts'

test.each([
  ['', ''],
  ['.', ''],
  ['./', ''],
  ['apps/web/', 'apps/web'],
  ['./apps//web/./base', 'apps/web/base'],
  ['__proto__/a', '__proto__/a'],
  ['..a/b..', '..a/b..'],
])('%j is the path %j', (path, normal) => {
  expect(normalisePath(path)).toBe(normal)
})

test.each(['/etc/passwd', '..', 'a/../b', 'a/..', '..\\a', 'a\\b', 'a\0b'])('%j is no path', (path) => {
  expect(() => normalisePath(path)).toThrow(expect.objectContaining({ code: 'bad-path', turn: 'author' }))
})

test.each([
  ['overlays/prod', '../../base', 'base'],
  ['overlays/prod', '..', 'overlays'],
  ['overlays/prod', './x/../y', 'overlays/prod/y'],
  ['', 'a', 'a'],
  ['a', '', 'a'],
  ['a', '..', ''],
  ['a', '../..', undefined],
  ['a', '../../a/b', undefined],
  ['a', '/b', undefined],
])('in %j, %j names %j', (base, relative, path) => {
  expect(resolvePath(base, relative)).toBe(path)
})

test('a backslash or NUL is refused in a relative path too', () => {
  expect(() => resolvePath('a', 'b\\c')).toThrow(SourceError)
  expect(() => resolvePath('a', 'b\0c')).toThrow(SourceError)
})

test('a path splits into its directory and joins again', () => {
  expect(parentPath('a/b/c')).toBe('a/b')
  expect(parentPath('c')).toBe('')
  expect(joinPath('', 'c')).toBe('c')
  expect(joinPath('a/b', 'c')).toBe('a/b/c')
})

test.each([
  ['', 'base/a.yaml', 'base/a.yaml'],
  ['prod', 'prod/a.yaml', 'a.yaml'],
  ['prod/eu', 'base/a.yaml', '../../base/a.yaml'],
  ['prod/eu', 'prod/a.yaml', '../a.yaml'],
])('in %j the path %j is written %j', (directory, path, written) => {
  expect(relativePath(directory, path)).toBe(written)
})

test.each([
  ['', 'a.yaml', 'a.yaml'],
  ['../../base', '../overlays/./y/', '../../overlays/y'],
  ['..', '../a', '../../a'],
  ['in', '../../a', '../a'],
  ['a/b', '..', 'a'],
])('behind the way %j comes %j: %j', (way, next, whole) => {
  expect(joinWays(way, next)).toBe(whole)
})
