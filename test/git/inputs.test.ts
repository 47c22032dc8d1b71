import { expect, test } from 'vitest'
import type { FileContent } from '../../src/git/build-tree.ts'
import type { Inputs } from '../../src/git/inputs.ts'
import { inputsDiffer } from '../../src/git/inputs-differ.ts'
import { memoryTree } from '../../src/git/memory-tree.ts'
import { recordInputs } from '../../src/git/recording-tree.ts'
import type { SourceTree } from '../../src/git/source-tree.ts'

type Files = { readonly [path: string]: FileContent }

const before: Files = {
  'web/kustomization.yaml': 'resources: [a.yaml]\n',
  'web/a.yaml': 'a: 1\n',
  'dir/x.yaml': 'x: 1\n',
  'dir/sub/y.yaml': 'y: 1\n',
  'shared/s.yaml': 's: 1\n',
  'linked/s.yaml': { symlink: '../shared/s.yaml' },
  'bad/out': { symlink: '../../x' },
  'other/o.yaml': 'o: 1\n',
}

/** A render in small: reads files, lists a directory, looks up what may not be there. */
async function render(tree: SourceTree): Promise<Inputs> {
  const recording = recordInputs(tree)
  await recording.tree.lookup('web')
  await recording.tree.lookup('web/kustomization.yml')
  await recording.tree.read('web/kustomization.yaml')
  await recording.tree.read('./web//a.yaml')
  await recording.tree.list('dir')
  await recording.tree.read('linked/s.yaml')
  await recording.tree.read('bad/out').catch(() => undefined)
  await recording.tree.read('web/nothing').catch(() => undefined)
  await recording.tree.read('../climb').catch(() => undefined)
  return recording.inputs()
}

test('inputs are what was asked, once each, sorted by path', async () => {
  const inputs = await render(memoryTree(before))

  expect(inputs.map(({ path, kind, id }) => [path, kind, id !== undefined])).toEqual([
    ['bad/out', 'absent', false],
    ['dir', 'directory', true],
    ['linked/s.yaml', 'file', true],
    ['web', 'directory', false],
    ['web/a.yaml', 'file', true],
    ['web/kustomization.yaml', 'file', true],
    ['web/kustomization.yml', 'absent', false],
    ['web/nothing', 'absent', false],
  ])
})

test('a directory that is looked up and listed is recorded as listed, in either order', async () => {
  const tree = memoryTree(before)
  for (const order of [
    ['lookup', 'list'],
    ['list', 'lookup'],
  ] as const) {
    const recording = recordInputs(tree)
    for (const ask of order) await recording.tree[ask]('dir')
    expect(recording.inputs()).toMatchObject([{ path: 'dir', id: (await tree.lookup('dir'))?.id }])
  }
})

test.each<[string, Files, boolean]>([
  ['nothing', {}, false],
  ['a file nobody read', { 'other/o.yaml': 'o: 2\n' }, false],
  ['a new file nobody looked for', { 'web/new.yaml': 'n: 1\n' }, false],
  ['a file that was read', { 'web/a.yaml': 'a: 2\n' }, true],
  ['a file looked up in vain', { 'web/kustomization.yml': '' }, true],
  ['a new file in a listed directory', { 'dir/new.yaml': '' }, true],
  ['a file deep in a listed directory', { 'dir/sub/y.yaml': 'y: 2\n' }, true],
  ['the target of a symlink', { 'shared/s.yaml': 's: 2\n' }, true],
  ['a symlink to an equal file', { 'linked/s.yaml': 's: 1\n' }, false],
  ['a refused symlink mended', { 'bad/out': 'text' }, true],
  ['a refused symlink refused otherwise', { 'bad/out': { symlink: '/etc' } }, false],
])('%s: touched %3$s', async (_name, change, touched) => {
  const inputs = await render(memoryTree(before))

  expect(await inputsDiffer(inputs, memoryTree({ ...before, ...change }))).toBe(touched)
})

test('a deleted input differs', async () => {
  const inputs = await render(memoryTree(before))
  const { 'web/a.yaml': _, ...rest } = before

  expect(await inputsDiffer(inputs, memoryTree(rest))).toBe(true)
})

test('no path is looked up but the recorded ones', async () => {
  const inputs = await render(memoryTree(before))
  const asked: string[] = []
  const tree = memoryTree(before)
  const watched: SourceTree = {
    ...tree,
    lookup: (path) => {
      asked.push(path)
      return tree.lookup(path)
    },
  } as SourceTree
  await inputsDiffer(inputs, watched)

  expect(new Set(asked)).toEqual(new Set(inputs.map((input) => input.path)))
})

test('an error of the Git host is no difference and no absence', async () => {
  const down = new Error('down')
  const tree = { lookup: () => Promise.reject(down) } as unknown as SourceTree
  const recording = recordInputs(tree)

  await expect(recording.tree.lookup('a')).rejects.toBe(down)
  expect(recording.inputs()).toEqual([])
  await expect(inputsDiffer([{ path: 'a', kind: 'absent' }], tree)).rejects.toBe(down)
})
