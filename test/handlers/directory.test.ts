import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { directoryApp } from '../../handlers/node-only/directory.ts'
import { resolveDestination, resolveSource } from '../../src/apps/resolve.ts'
import { permitFor } from '../../src/policy/authorise.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-directory-')))
afterAll(() => rmSync(base, { recursive: true }))

const repository = join(base, 'config')
mkdirSync(join(repository, '.git'), { recursive: true })
mkdirSync(join(repository, 'apps', 'web'), { recursive: true })
mkdirSync(join(base, 'loose'))
mkdirSync(join(base, 'worktree', 'shop'), { recursive: true })
writeFileSync(join(base, 'worktree', '.git'), 'gitdir: elsewhere')
writeFileSync(join(base, 'file'), '')
symlinkSync(join(repository, 'apps', 'web'), join(base, 'link'))

const target = { namespace: 'shop', kubeconfig: '/kube/config' }

test.for([
  ['a folder of a repository', 'config/apps/web', 'config', 'apps/web', 'web'],
  ['the top of a repository', 'config', 'config', '', 'config'],
  ['a folder of no repository', 'loose', 'loose', '', 'loose'],
  ['a folder of a linked working tree', 'worktree/shop', 'worktree', 'shop', 'shop'],
  ['a link to a folder', 'link', 'config', 'apps/web', 'web'],
  ['a folder written with a slash and a dot', 'config/./apps/web/', 'config', 'apps/web', 'web'],
] as const)('%s is one application named after it', ([, folder, top, path, name]) => {
  const { application, root } = directoryApp(`${base}/${folder}`, target)

  expect(application).toMatchObject({
    name,
    source: { repoURL: join(base, top), path, targetRevision: 'HEAD' },
    destination: { namespace: 'shop' },
    declaredAt: { repository: { host: 'local', owner: 'local', name: top } },
  })
  expect(application.syncPolicy.automated).toBeUndefined()
  expect(root.repository).toBe(join(base, top))
})

test('its settings resolve its own source and destination, and permit what it writes', () => {
  const { settings, root, application } = directoryApp(join(repository, 'apps/web'), target)
  const permit = permitFor(application, root.allow)
  const key = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' }

  expect(resolveSource(application, settings)).toEqual({
    repository: { host: 'local', owner: 'local', name: 'config' },
  })
  expect(resolveDestination(application, root, settings)).toEqual({ cluster: 'kubeconfig' })
  expect(permit(key, true)).toBeUndefined()
  expect(permit({ group: '', kind: 'Namespace', namespace: '', name: 'shop' }, false)).toBeUndefined()
})

test('a context names its cluster', () => {
  const { settings, root } = directoryApp(repository, { ...target, context: 'east' })

  expect(root.cluster).toBe('east')
  expect(settings.clusters).toEqual([{ name: 'east', kubeconfig: '/kube/config', context: 'east' }])
})

test.for(['gone', 'file'])('%s is no folder', (name) => {
  expect(() => directoryApp(join(base, name), target)).toThrow(
    expect.objectContaining({
      code: 'unreadable',
      message: expect.stringContaining('there is no such folder'),
    }),
  )
})
