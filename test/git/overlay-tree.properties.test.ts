import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTree, type FileContent, fileObject } from '../../src/git/build-tree.ts'
import type { ObjectId } from '../../src/git/commit.ts'
import type { ObjectReader } from '../../src/git/object-tree.ts'
import { type Overlay, overlayReader, overlayTrees } from '../../src/git/overlay-tree.ts'
import type { TreeEntry } from '../../src/git/source-tree.ts'

type Files = { readonly [path: string]: FileContent }

/** The same directories again and again, so that files and directories meet under one name. */
const path = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  .map((names) => names.join('/'))
const content = fc.constantFrom<FileContent>('one', 'two', 'three', { symlink: 'one' }, { executable: 'one' })
const tree = fc.dictionary(path, content, { maxKeys: 6 }).map(withoutClashes)

/** Both sides start from what they have in common. */
const sides = fc
  .tuple(tree, tree, tree, fc.subarray(['keep-base', 'keep-head']))
  .map(([ancestor, base, head, keep]) => ({
    ancestor,
    base: withoutClashes(keep.includes('keep-base') ? { ...ancestor, ...base } : base),
    head: withoutClashes(keep.includes('keep-head') ? { ...ancestor, ...head } : head),
  }))

function withoutClashes(files: Files): Files {
  const paths = Object.keys(files)
  return Object.fromEntries(
    Object.entries(files).filter(([one]) => !paths.some((other) => other.startsWith(`${one}/`))),
  )
}

test('the overlay is the three-way merge of every path', async () => {
  await fc.assert(
    fc.asyncProperty(sides, async (three) => {
      const { overlay, reader } = await merge(three)
      const { files, conflicts } = mergeByPath(three)
      expect(overlay.conflicts).toEqual(conflicts)
      if (conflicts.length > 0) return
      expect(await flatten(overlay.root, reader)).toEqual(idsOf(files))
      expect(overlay.root).toBe(git(withoutModes(files)).root)
    }),
    { numRuns: 1000 },
  )
})

test('a branch laid over the base that it left from is the branch', async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, async (base, head) => {
      const { overlay } = await merge({ base, head, ancestor: base })
      expect(overlay).toEqual({ root: git(withoutModes(head)).root, trees: new Map(), conflicts: [] })
    }),
  )
})

async function merge(three: Record<'base' | 'head' | 'ancestor', Files>) {
  const [base, head, ancestor] = [three.base, three.head, three.ancestor].map((files) =>
    git(withoutModes(files)),
  )
  if (base === undefined || head === undefined || ancestor === undefined) throw new Error('three sides')
  const trees = new Map([...base.trees, ...head.trees, ...ancestor.trees])
  const objects: ObjectReader = {
    async tree(id) {
      const entries = trees.get(id)
      if (entries === undefined) throw new Error(`no tree ${id}`)
      return entries
    },
    blobs: async () => new Map(),
  }
  const overlay: Overlay = await overlayTrees(
    { base: base.root, head: head.root, ancestor: ancestor.root },
    (id) => objects.tree(id),
  )
  return { overlay, reader: overlayReader(overlay, objects) }
}

/** The model: each path by itself, then paths that are file and directory at once. */
function mergeByPath({ base, head, ancestor }: Record<'base' | 'head' | 'ancestor', Files>) {
  const [b, h, a] = [idsOf(base), idsOf(head), idsOf(ancestor)]
  const conflicts = new Set<string>()
  const files: Record<string, FileContent> = {}
  for (const one of new Set([...Object.keys(b), ...Object.keys(h), ...Object.keys(a)])) {
    if (b[one] !== h[one] && b[one] !== a[one] && h[one] !== a[one]) conflicts.add(one)
    const winner = h[one] === a[one] ? base[one] : head[one]
    if (winner !== undefined && !conflicts.has(one)) files[one] = winner
    if (conflicts.has(one) && base[one] !== undefined) files[one] = base[one]
  }
  for (const one of Object.keys(files)) {
    if (Object.keys(files).some((other) => other.startsWith(`${one}/`))) conflicts.add(one)
  }
  return { files, conflicts: [...conflicts].sort() }
}

function git(files: Files) {
  return buildTree(
    Object.entries(files).map(([at, one]) => {
      const { mode, id } = fileObject(one)
      return { path: at, mode, id }
    }),
  )
}

/** Hosts tell an executable file as a file. */
function withoutModes(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([at, one]) => [
      at,
      typeof one === 'object' && 'executable' in one ? one.executable : one,
    ]),
  )
}

function idsOf(files: Files): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([at, one]) => {
      const isLink = typeof one === 'object' && 'symlink' in one
      return [at, `${isLink ? 'symlink' : 'file'} ${fileObject(one).id}`]
    }),
  )
}

async function flatten(root: ObjectId, reader: ObjectReader): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  async function walk(id: ObjectId, prefix: string): Promise<void> {
    for (const { name, kind, id: inner } of (await reader.tree(id)) as readonly TreeEntry[]) {
      if (kind === 'directory') await walk(inner, `${prefix}${name}/`)
      else found[`${prefix}${name}`] = `${kind} ${inner}`
    }
  }
  await walk(root, '')
  return found
}
