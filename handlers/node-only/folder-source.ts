import { parse, relative, sep } from 'node:path'
import type { Application } from '../../src/apps/application.ts'
import { parentPath, relativePath } from '../../src/git/path.ts'
import type { SourceTree } from '../../src/git/source-tree.ts'
import { folderTree } from '../../src/githost/local/folder-tree.ts'
import type { LocalFiles } from '../../src/githost/local/local-files.ts'
import { directoryApp } from './directory.ts'
import { localFiles } from './local-files.ts'

/** A folder as its reader has it at hand. */
export interface FolderSource {
  readonly application: Application
  readonly tree: SourceTree
  /** How a path of the tree is called: from the top of the Git working tree, or else from the folder. */
  readonly shown: (path: string) => string
}

/**
 * What a render of a folder may read: its Git working tree, out of which a sync reads nothing either, and all of the
 * disk where there is none. Throws `SettingsError`.
 */
export function folderSource(directory: string): FolderSource {
  const { application, root, isInGitTree } = directoryApp(directory, { namespace: '', kubeconfig: '' })
  const folder = root.repository
  if (isInGitTree) return { application, tree: folderTree(localFiles(folder)), shown: (path) => path }
  const { root: top } = parse(folder)
  const path = relative(top, folder).split(sep).join('/')
  return {
    application: { ...application, source: { ...application.source, path } },
    tree: folderTree(fromTop(localFiles(top), path)),
    shown: (named) => relativePath(path, named) || '.',
  }
}

/** Absolute symlinks lead somewhere on a whole disk, and a folder may be entered through one that may not be listed. */
function fromTop(files: LocalFiles, folder: string): LocalFiles {
  return {
    ...files,
    async readDirectory(path) {
      try {
        return await files.readDirectory(path)
      } catch (error) {
        const name = nextName(path, folder)
        if (name === undefined) throw error
        return [{ name, kind: 'directory' }]
      }
    },
    async readLink(path) {
      const target = await files.readLink(path)
      return target.startsWith('/') ? relativePath(parentPath(path), target.slice(1)) : target
    },
  }
}

/** The name below `path` on the way to `folder`. */
function nextName(path: string, folder: string): string | undefined {
  const prefix = path === '' ? '' : `${path}/`
  return folder.startsWith(prefix) && folder !== path ? folder.slice(prefix.length).split('/')[0] : undefined
}
