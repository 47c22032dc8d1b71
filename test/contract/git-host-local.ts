import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { localFiles } from '../../handlers/node-only/local-files.ts'
import type { FileContent } from '../../src/git/build-tree.ts'
import { createLocalHost } from '../../src/githost/local/local-host.ts'
import type { Changes, GitHostSubject } from './git-host.ts'

/** The local adapter on folders under `tmp`, which is removed by `remove`. */
export function localFolders(): GitHostSubject & { remove(): Promise<void> } {
  const folders: string[] = []
  return {
    name: 'Local adapter',
    lacks: {
      refs: 'a working folder has one state and no refs',
      submodules: 'a working folder shows the files of a submodule',
      accounts: 'a working folder knows no accounts',
      statuses: 'a working folder has no statuses',
    },
    async create(name) {
      const folder = await mkdtemp(join(tmpdir(), 'plumbline-local-'))
      folders.push(folder)
      const host = createLocalHost('local', localFiles(folder))
      const repository = { host: 'local', owner: 'local', name }
      return {
        host,
        repository,
        async commit(_branch, changes) {
          await writeFiles(folder, changes)
          return host.resolve(repository, 'HEAD')
        },
        tag: unsupported,
        forcePush: unsupported,
        deleteBranch: unsupported,
        rename: unsupported,
        hostAs: unsupported,
      }
    },
    async remove() {
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Writes files with their modes; also what makes a git working tree out of `Changes`. */
export async function writeFiles(folder: string, changes: Changes): Promise<void> {
  for (const [path, content] of Object.entries(changes)) {
    const target = join(folder, path)
    await rm(target, { recursive: true, force: true })
    if (content === null) continue
    await mkdir(dirname(target), { recursive: true })
    await writeContent(target, content)
  }
}

async function writeContent(target: string, content: FileContent): Promise<void> {
  if (typeof content === 'string' || content instanceof Uint8Array) await writeFile(target, content)
  else if ('symlink' in content) await symlink(content.symlink, target)
  else if ('executable' in content) await writeFile(target, content.executable, { mode: 0o755 })
}

function unsupported(): never {
  throw new Error('a working folder cannot do this')
}
