import { expect, test } from 'vitest'
import { buildTree, type FileContent, fileObject } from '../../src/git/build-tree.ts'
import type { ObjectId } from '../../src/git/commit.ts'
import { formatOf, hashCommit, hashObject, hashTree } from '../../src/git/object-id.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test.each([
  ['blob', '', 'sha1', 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'],
  ['blob', 'hello\n', 'sha1', 'ce013625030ba8dba906f756967f9e9ca394464a'],
  ['tree', '', 'sha1', '4b825dc642cb6eb9a060e54bf8d69288fbee4904'],
  ['blob', '', 'sha256', '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813'],
  ['tree', '', 'sha256', '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'],
] as const)('a %s of %j has the %s id that git gives it', (type, body, format, id) => {
  expect(hashObject(type, bytes(body), format)).toBe(id)
  expect(formatOf(hashObject(type, bytes(body), format))).toBe(format)
})

const files: { readonly [path: string]: FileContent } = {
  'a/x': 'one\n',
  'a.b': 'two\n',
  'a-b': { executable: 'echo' },
  link: { symlink: 'a/x' },
  ü: 'ü',
  sub: { submodule: '1'.repeat(40) as ObjectId },
}

test('a tree of every mode hashes as git write-tree does, a directory sorting as if it ended in a slash', () => {
  const { root, trees } = buildTree(
    Object.entries(files).map(([path, file]) => ({ path, ...fileObject(file) })),
  )

  expect(root).toBe('e6283bb5297cb125ff19f155365028bdcb3f5e77')
  expect(trees.get(root)?.map((entry) => entry.kind)).toContain('submodule')
  expect(hashTree(trees.get(root) ?? [])).toBe(root)
})

test('a commit hashes as git commit-tree does', () => {
  const who = 'a <a@b.invalid> 1700000000 +0000'

  expect(
    hashCommit(
      bytes(`tree e6283bb5297cb125ff19f155365028bdcb3f5e77\nauthor ${who}\ncommitter ${who}\n\nhi\n`),
    ),
  ).toBe('23d5cfded9d82f37606cbb4b6fda4a21487be103')
})

test('a tree of a hundred thousand entries hashes too', () => {
  const id = hashObject('blob', bytes(''))
  const lines = Array.from({ length: 100_000 }, (_, at) => ({ mode: '100644', name: `f${at}`, id }))

  expect(hashTree(lines)).toBe('5bec65c920cecbc77ad994550d0ef17acd454a67')
})
