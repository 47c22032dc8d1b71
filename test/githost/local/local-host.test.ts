import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localFiles } from '../../../handlers/node-only/local-files.ts'
import type { LocalFiles } from '../../../src/githost/local/local-files.ts'
import { createLocalHost } from '../../../src/githost/local/local-host.ts'
import { createObjectCache } from '../../../src/githost/object-cache.ts'
import { openSourceTree } from '../../../src/githost/source-tree.ts'

const repository = { host: 'local', owner: 'local', name: 'folder' }
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-local-'))
  await writeFile(join(folder, 'a.yaml'), 'a: 1\n')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function open(files: LocalFiles = localFiles(folder)) {
  const host = createLocalHost('local', files)
  const sha = await host.resolve(repository, 'anything')
  return { host, sha, tree: await openSourceTree(host, { repository, sha }, createObjectCache()) }
}

test('the same content is the same commit, another content another one', async () => {
  const { host, sha } = await open()
  expect(await host.resolve(repository, 'HEAD')).toBe(sha)

  await writeFile(join(folder, 'a.yaml'), 'a: 2\n')
  const changed = await host.resolve(repository, 'HEAD')
  expect(changed).not.toBe(sha)

  await writeFile(join(folder, 'a.yaml'), 'a: 1\n')
  expect(await host.resolve(repository, 'HEAD')).toBe(sha)
})

test('.git is left out at every level, and node_modules is not', async () => {
  const { sha } = await open()
  await mkdir(join(folder, '.git'))
  await writeFile(join(folder, '.git', 'config'), 'secret')
  expect((await open()).sha).toBe(sha)

  await mkdir(join(folder, 'node_modules'))
  await writeFile(join(folder, 'node_modules', 'b.yaml'), 'b: 1\n')
  await writeFile(join(folder, 'node_modules', '.git'), 'gitdir: ../x')
  const { tree } = await open()
  expect((await tree.list('node_modules')).map(({ name }) => name)).toEqual(['b.yaml'])
})

test('symlinks are followed inside the folder and refused outside of it', async () => {
  await symlink('a.yaml', join(folder, 'link.yaml'))
  await symlink('/etc/hostname', join(folder, 'absolute.yaml'))
  await symlink('../outside.yaml', join(folder, 'outside.yaml'))
  const { tree } = await open()

  expect((await tree.read('link.yaml')).text).toBe('a: 1\n')
  await expect(tree.read('absolute.yaml')).rejects.toMatchObject({ code: 'symlink-leaves' })
  await expect(tree.read('outside.yaml')).rejects.toMatchObject({ code: 'symlink-leaves' })
})

test('a socket in the folder is left out', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve))
  const { tree } = await open()
  server.close()

  expect((await tree.list('')).map(({ name }) => name)).toEqual(['a.yaml'])
})

test('a file that changed since is not read as what it was', async () => {
  const { tree } = await open()
  await writeFile(join(folder, 'a.yaml'), 'a: 3\n')

  await expect(tree.read('a.yaml')).rejects.toMatchObject({ code: 'hash-mismatch', retryable: true })
})

test('a file that became a symlink since is not followed', async () => {
  const { tree } = await open()
  await writeFile(join(folder, 'other.yaml'), 'a: 1\n')
  await rm(join(folder, 'a.yaml'))
  await symlink('other.yaml', join(folder, 'a.yaml'))

  await expect(tree.read('a.yaml')).rejects.toMatchObject({ code: 'hash-mismatch' })
})

test('a folder that is not there has no commit, and is not named by its path', async () => {
  await expect(open(localFiles(join(folder, 'nothing')))).rejects.toMatchObject({
    code: 'not-found',
    message: 'local:local/folder: the folder cannot be read',
  })
})

test('a folder without end is refused', async () => {
  const entries = Array.from({ length: 1000 }, (_, at) => ({ name: `d${at}`, kind: 'directory' as const }))
  const endless: LocalFiles = {
    readDirectory: async (path) => (path.split('/').length > 2 ? [] : entries),
    readFile: async () => ({ bytes: new Uint8Array(), isExecutable: false }),
    readLink: async () => '',
  }

  await expect(open(endless)).rejects.toMatchObject({ code: 'too-large' })
})

test('only the last commits are kept', async () => {
  const { host, sha } = await open()
  for (let count = 0; count < 4; count += 1) {
    await writeFile(join(folder, 'a.yaml'), `n: ${count}\n`)
    await host.resolve(repository, 'HEAD')
  }

  await expect(host.rootTree(repository, sha)).rejects.toMatchObject({ code: 'not-found' })
})

test('there is no feedback', async () => {
  const { host } = await open()

  expect(host.kind).toBe('local')
  expect(host.feedback).toBeUndefined()
})
