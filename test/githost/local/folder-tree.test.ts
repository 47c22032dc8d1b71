import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localFiles } from '../../../handlers/node-only/local-files.ts'
import { folderTree } from '../../../src/githost/local/folder-tree.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-folder-'))
  await mkdir(join(folder, 'base'))
  await mkdir(join(folder, '.git'))
  await writeFile(join(folder, 'base', 'a.yaml'), 'a: 1\n')
  await symlink('base', join(folder, 'link'))
  await symlink('/etc', join(folder, 'outside'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('files are read where they lie, through symlinks that stay in the folder', async () => {
  const tree = folderTree(localFiles(folder))

  expect((await tree.list('')).map(({ name }) => name)).toEqual(['base', 'link', 'outside'])
  expect(await tree.lookup('link/a.yaml')).toMatchObject({ kind: 'file', path: 'base/a.yaml' })
  expect((await tree.read('link/a.yaml')).text).toBe('a: 1\n')
  expect(await tree.lookup('base/b.yaml')).toBeUndefined()
  await expect(tree.read('outside/hostname')).rejects.toMatchObject({ code: 'symlink-leaves' })
})

test('only what is asked for is looked at', async () => {
  const listed: string[] = []
  const files = localFiles(folder)
  const watched = {
    ...files,
    readDirectory: (path: string) => {
      listed.push(path)
      return files.readDirectory(path)
    },
  }

  await folderTree(watched).prefetch(['base/a.yaml'])

  expect(listed).toEqual(['', 'base'])
})

test.for([
  ['EACCES', 'permission denied'],
  ['ENOENT', 'it is gone'],
  ['EIO', 'EIO'],
])('a file for which the disk says %s is refused by its own name: %s', async ([code, reason]) => {
  const files = localFiles(folder)
  const refusing = {
    ...files,
    readFile: () => Promise.reject(Object.assign(new Error(`${code}: ${folder}`), { code })),
  }
  const tree = folderTree(refusing)

  await tree.prefetch(['base/a.yaml'])

  await expect(tree.read('base/a.yaml')).rejects.toMatchObject({
    name: 'SourceError',
    code: 'unreadable',
    message: `base/a.yaml: cannot be read: ${reason}`,
    subject: { file: 'base/a.yaml' },
    turn: 'author',
  })
})

test('a folder that may not be listed is refused by its own name', async () => {
  const readDirectory = async (path: string) => {
    if (path === 'base') throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
    return localFiles(folder).readDirectory(path)
  }
  const tree = folderTree({ ...localFiles(folder), readDirectory })

  await expect(tree.lookup('base/a.yaml')).rejects.toMatchObject({
    code: 'unreadable',
    message: 'base: cannot be read: permission denied',
  })
})
