import { expect, test } from 'vitest'
import { buildTree, fileObject } from '../../src/git/build-tree.ts'
import type { ObjectId } from '../../src/git/commit.ts'
import { objectTree } from '../../src/git/object-tree.ts'
import { overlayReader, overlayTrees } from '../../src/git/overlay-tree.ts'
import type { TreeEntry } from '../../src/git/source-tree.ts'

type Files = { readonly [path: string]: string }

const blobs = new Map<ObjectId, Uint8Array>()

function git(files: Files) {
  return buildTree(
    Object.entries(files).map(([path, text]) => {
      const { mode, id, bytes } = fileObject(text)
      if (bytes !== undefined) blobs.set(id, bytes)
      return { path, mode, id }
    }),
  )
}

async function overlay(ancestor: Files, base: Files, head: Files) {
  const [a, b, h] = [git(ancestor), git(base), git(head)]
  const trees = new Map<ObjectId, readonly TreeEntry[]>([...a.trees, ...b.trees, ...h.trees])
  const asked: ObjectId[] = []
  const reader = {
    tree: async (id: ObjectId) => {
      asked.push(id)
      return trees.get(id) ?? []
    },
    blobs: async () => blobs,
  }
  const merged = await overlayTrees({ base: b.root, head: h.root, ancestor: a.root }, reader.tree)
  return { ...merged, asked, tree: objectTree(merged.root, overlayReader(merged, reader)) }
}

const before = { 'apps/web/a.yaml': 'a', 'apps/api/b.yaml': 'b', 'root/web.yaml': 'w' }

test('what the branch changed lies over what the base has become', async () => {
  const { tree, conflicts } = await overlay(
    before,
    { ...before, 'apps/web/a.yaml': 'a2', 'apps/new/n.yaml': 'n' },
    { 'apps/web/a.yaml': 'a', 'apps/api/b.yaml': 'b2' },
  )
  expect(conflicts).toEqual([])
  expect((await tree.read('apps/web/a.yaml')).text).toBe('a2')
  expect((await tree.read('apps/api/b.yaml')).text).toBe('b2')
  expect((await tree.read('apps/new/n.yaml')).text).toBe('n')
  expect(await tree.lookup('root')).toBeUndefined()
})

test('a directory that the branch did not touch keeps the id of the base, so that nothing reads it again', async () => {
  const base = { ...before, 'apps/api/b.yaml': 'b2' }
  const { tree } = await overlay(before, base, { ...before, 'apps/web/a.yaml': 'a2' })
  const own = objectTree(git(base).root, {
    tree: async (id) => git(base).trees.get(id) ?? [],
    blobs: async () => blobs,
  })
  expect((await tree.lookup('apps/api'))?.id).toBe((await own.lookup('apps/api'))?.id)
  expect((await tree.lookup('apps/web'))?.id).not.toBe((await own.lookup('apps/web'))?.id)
})

test('only directories that differ on all sides are read', async () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`apps/app${at}/a.yaml`, 'a']))
  const { asked } = await overlay(
    many,
    { ...many, 'apps/app1/a.yaml': 'b' },
    { ...many, 'apps/app2/a.yaml': 'b' },
  )
  expect(asked).toHaveLength(6)
})

test.each([
  ['both changed it', { 'x/f': '1' }, { 'x/f': '2' }, { 'x/f': '3' }, ['x/f']],
  ['both changed it alike', { 'x/f': '1' }, { 'x/f': '2' }, { 'x/f': '2' }, []],
  ['both added it', {}, { 'x/f': '2' }, { 'x/f': '3' }, ['x/f']],
  ['both removed it', { 'x/f': '1', y: 'y' }, { y: 'y' }, { y: 'y' }, []],
  ['the branch removed what the base changed', { 'x/f': '1' }, { 'x/f': '2' }, {}, ['x/f']],
  ['the branch changed what the base removed', { 'x/f': '1' }, {}, { 'x/f': '2' }, ['x/f']],
  [
    'the branch removed a directory in which the base added',
    { 'x/f': '1' },
    { 'x/f': '1', 'x/g': '2' },
    {},
    [],
  ],
  ['a file here is a directory there', {}, { x: '1' }, { 'x/f': '2' }, ['x']],
  ['the branch made a directory of a file', { x: '1' }, { x: '1', y: '1' }, { 'x/f': '2' }, []],
])('%s', async (_, ancestor, base, head, conflicts) => {
  expect((await overlay(ancestor, base, head)).conflicts).toEqual(conflicts)
})
