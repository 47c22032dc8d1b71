import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderFolder } from '../../handlers/commands/render.ts'
import { folderSource } from '../../handlers/node-only/folder-source.ts'
import type { LoadRestrictor } from '../../src/render/kustomize/source-files.ts'

let top: string
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-render-')))
})
afterEach(() => rmSync(top, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(top, path)), { recursive: true })
  writeFileSync(join(top, path), text)
}

function writeOverlay(): void {
  write('base/kustomization.yaml', 'resources: [a.yaml]\n')
  write('base/a.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n')
  write('overlay/kustomization.yaml', 'namePrefix: x-\nresources: [../base]\n')
}

async function namesOf(folder: string, restrictor?: LoadRestrictor): Promise<unknown> {
  const { objects } = await renderFolder(folderSource(join(top, folder)), restrictor ? { restrictor } : {})
  return objects.map(({ metadata }) => metadata)
}

test('a folder in no Git working tree finds the base beside it', async () => {
  writeOverlay()

  expect(await namesOf('overlay')).toEqual([{ name: 'x-a' }])
})

test('what is wrong above the folder is called from there', async () => {
  writeOverlay()
  write('base/a.yaml', 'kind: ConfigMap\n')
  write('own/kustomization.yaml', 'resources: [gone.yaml]\n')

  await expect(namesOf('overlay')).rejects.toThrow(/^\.\.\/base\/a\.yaml:1: /)
  await expect(namesOf('own')).rejects.toThrow(/^kustomization\.yaml:1: resources\[0\]: /)
})

test('a Git working tree is not left: a sync would refuse it, too', async () => {
  writeOverlay()
  mkdirSync(join(top, 'overlay', '.git'))

  await expect(namesOf('overlay')).rejects.toThrow("'../base' leaves the repository")
})

test('a symlink to a base by its absolute path is followed', async () => {
  writeOverlay()
  symlinkSync(join(top, 'base'), join(top, 'overlay', 'link'))
  write('overlay/kustomization.yaml', 'namePrefix: y-\nresources: [link]\n')

  expect(await namesOf('overlay')).toEqual([{ name: 'y-a' }])
})

test('a file above the folder is refused, and read without the restriction', async () => {
  writeOverlay()
  write('overlay/kustomization.yaml', 'resources: [../base/a.yaml]\n')

  await expect(namesOf('overlay')).rejects.toThrow(
    `security; file '${top}/base/a.yaml' is not in or below '${top}/overlay'`,
  )
  expect(await namesOf('overlay', 'none')).toEqual([{ name: 'a' }])
})

test('a symlink to a file outside of the folder is a file outside of it', async () => {
  writeOverlay()
  symlinkSync(join(top, 'base', 'a.yaml'), join(top, 'overlay', 'a.yaml'))
  write('overlay/kustomization.yaml', 'resources: [a.yaml]\n')

  await expect(namesOf('overlay')).rejects.toThrow('is not in or below')
})

test('a folder in place of a file, and a symlink that leads nowhere, are refused by name', async () => {
  write('a/kustomization.yaml', 'configMapGenerator: [{ name: a, files: [dir, away] }]\n')
  mkdirSync(join(top, 'a', 'dir'))
  symlinkSync('nowhere', join(top, 'a', 'away'))
  write('b/kustomization.yaml', 'resources: [away]\n')
  symlinkSync('nowhere', join(top, 'b', 'away'))

  await expect(namesOf('a')).rejects.toThrow(`'${top}/a/dir' must resolve to a file`)
  await expect(namesOf('b')).rejects.toThrow(`lstat ${top}/b/away: no such file or directory`)
})

test('a kustomization that is a folder is none', async () => {
  mkdirSync(join(top, 'a', 'kustomization.yaml'), { recursive: true })

  await expect(namesOf('a')).rejects.toThrow('unable to find one of')
})
