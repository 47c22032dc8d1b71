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
