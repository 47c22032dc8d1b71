import { expect, test } from 'vitest'
import type { FileContent } from '../../src/git/build-tree.ts'
import type { ObjectId } from '../../src/git/commit.ts'
import { memoryTree } from '../../src/git/memory-tree.ts'

const lfs = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 3\n`
const chain = Object.fromEntries(
  Array.from({ length: 9 }, (_, index) => [`chain${index}`, { symlink: `chain${index + 1}` }]),
)
const files: { readonly [path: string]: FileContent } = {
  ...chain,
  chain9: 'end',
  'base/a.yaml': 'a: 1\n',
  'base/z.yaml': 'z: 1\n',
  'base/deep/b.yaml': 'b: 1\n',
  'base/__proto__': 'own\n',
  'overlay/base': { symlink: '../base' },
  'overlay/a.yaml': { symlink: 'base/a.yaml' },
  'overlay/deep': { symlink: './base/deep' },
  dangling: { symlink: 'nowhere' },
  out: { symlink: '../secrets' },
  absolute: { symlink: '/etc/passwd' },
  loop: { symlink: 'loop2' },
  loop2: { symlink: 'loop' },
  inside: { symlink: 'inside/x' },
  module: { submodule: '1'.repeat(40) as ObjectId },
  'lfs.yaml': lfs,
  'latin1.yaml': new Uint8Array([0x61, 0x3a, 0x20, 0xe4]),
  'bom.yaml': '\ufeffa: 1\n',
  'big.yaml': 'x'.repeat(1001),
}
const limits = { file: 1000, total: 5000 }
const tree = memoryTree(files, limits)

test.each([
  ['base/a.yaml', 'a: 1\n'],
  ['./base//a.yaml', 'a: 1\n'],
  ['overlay/base/a.yaml', 'a: 1\n'],
  ['overlay/a.yaml', 'a: 1\n'],
  ['overlay/deep/b.yaml', 'b: 1\n'],
  ['base/__proto__', 'own\n'],
  ['chain1', 'end'],
  ['bom.yaml', '\ufeffa: 1\n'],
])('%s reads as %j', async (path, text) => {
  await expect(tree.read(path)).resolves.toMatchObject({ text })
})

test.each([
  ['nowhere', 'missing'],
  ['base/a.yaml/x', 'missing'],
  ['dangling', 'missing'],
  ['constructor', 'missing'],
  ['base', 'not-a-file'],
  ['out', 'symlink-leaves'],
  ['out/x', 'symlink-leaves'],
  ['absolute', 'symlink-leaves'],
  ['loop', 'symlink-loop'],
  ['inside', 'symlink-loop'],
  ['chain0', 'symlink-loop'],
  ['module', 'submodule'],
  ['module/a.yaml', 'submodule'],
  ['lfs.yaml', 'lfs-pointer'],
  ['latin1.yaml', 'not-utf8'],
  ['big.yaml', 'too-large'],
  ['../a', 'bad-path'],
  ['/etc/passwd', 'bad-path'],
])('reading %s is refused as %s, naming it', async (path, code) => {
  await expect(tree.read(path)).rejects.toMatchObject({ code, subject: { file: path }, retryable: false })
})

test('a directory lists its names in byte order, also through a symlink', async () => {
  const names = async (path: string) => (await tree.list(path)).map((entry) => entry.name)

  expect(await names('base')).toEqual(['__proto__', 'a.yaml', 'deep', 'z.yaml'])
  expect(await names('overlay/base')).toEqual(await names('base'))
  expect(await names('')).toContain('module')
})

test.each([
  ['nowhere', 'missing'],
  ['lfs.yaml', 'not-a-directory'],
  ['module', 'submodule'],
  ['out', 'symlink-leaves'],
])('listing %s is refused as %s', async (path, code) => {
  await expect(tree.list(path)).rejects.toMatchObject({ code })
})

test('a lookup answers what is there, after symlinks, or nothing', async () => {
  expect(await tree.lookup('')).toMatchObject({ kind: 'directory' })
  expect(await tree.lookup('overlay/a.yaml')).toEqual(await tree.lookup('base/a.yaml'))
  expect(await tree.lookup('module')).toMatchObject({ kind: 'submodule', id: '1'.repeat(40) })
  expect(await tree.lookup('dangling')).toBeUndefined()
  expect(await tree.lookup('base/a.yaml/b')).toBeUndefined()
})

test('all files of a commit together are bounded, each counted once', async () => {
  const many = memoryTree(
    { a: 'x'.repeat(900), b: 'y'.repeat(900), c: 'z'.repeat(900), a2: 'x'.repeat(900) },
    {
      file: 1000,
      total: 2000,
    },
  )
  await many.prefetch(['a', 'b', 'c', 'nowhere'])

  await expect(many.read('a')).resolves.toMatchObject({})
  await expect(many.read('a2')).resolves.toMatchObject({})
  await expect(many.read('b')).resolves.toMatchObject({})
  await expect(many.read('c')).rejects.toMatchObject({ code: 'too-large', subject: { file: 'c' } })
})

test('prefetching what cannot be followed leaves the refusal to the read', async () => {
  await expect(tree.prefetch(['out', 'loop', 'nowhere', 'base'])).resolves.toBeUndefined()
})

test('a path cannot be a file and a directory at once', () => {
  expect(() => memoryTree({ a: 'x', 'a/b': 'y' })).toThrow(expect.objectContaining({ code: 'bad-path' }))
})

test('what a project publishes for its installation, megabytes of definitions in one file, is read', async () => {
  const install = 'x'.repeat(4_000_000)

  expect((await memoryTree({ 'install.yaml': install }).read('install.yaml')).text).toBe(install)
})
