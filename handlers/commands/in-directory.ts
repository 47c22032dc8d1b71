import type { Application } from '../../src/apps/application.ts'
import type { SourceReading } from '../../src/engine/source-reading.ts'
import type { Commit } from '../../src/git/commit.ts'
import type { SourceTree } from '../../src/git/source-tree.ts'
import type { DirectoryApp } from '../node-only/directory.ts'

/** Works on a folder's application as it stands on the disk now. Where that fails for what is above, says why. */
export async function inDirectory<T>(
  { application, isInGitTree }: DirectoryApp,
  reading: SourceReading,
  work: (application: Application, commit: Commit, tree: SourceTree) => Promise<T>,
): Promise<T> {
  const commit = await reading.commit(application.declaredAt.repository, 'HEAD')
  const tree = await reading.tree(commit)
  try {
    return await work(application, commit, tree)
  } catch (error) {
    if (!isInGitTree && error instanceof Error && error.message.includes('leaves the repository')) {
      process.stderr.write('plumbline: the folder is in no Git working tree, so nothing above it is read\n')
    }
    throw error
  }
}
