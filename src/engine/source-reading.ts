import type { Application } from '../apps/application.ts'
import type { Commit } from '../git/commit.ts'
import { formatRepository, type Repository } from '../git/repository.ts'
import type { SourceTree } from '../git/source-tree.ts'
import { GitHostError } from '../githost/git-host-error.ts'
import { openSourceTree } from '../githost/source-tree.ts'
import type { ReportProblem } from '../report/report.ts'
import { type Lookup, lookUpRepository } from '../settings/host-of.ts'
import type { Ports } from './ports.ts'

/** The tips as one call saw them: each revision is resolved once, so that all applications agree on it. */
export interface SourceReading {
  commit(repository: Repository, revision: string): Promise<Commit>
  tree(commit: Commit): Promise<SourceTree>
  /** As the settings say it of a repository's URL. */
  readonly lookUp: (repoURL: string) => Lookup | undefined
  /** Why what a commit declares is not rendered, where whoever wrote it is not trusted with it. */
  refuse?(application: Application, declaredBy: Commit): ReportProblem | undefined
}

export function createSourceReading(ports: Pick<Ports, 'host' | 'objects' | 'settings'>): SourceReading {
  const commits = new Map<string, Promise<Commit>>()
  const trees = new Map<string, Promise<SourceTree>>()
  const lookups = new Map<string, Lookup | undefined>()
  return {
    lookUp(repoURL) {
      if (!lookups.has(repoURL)) lookups.set(repoURL, lookUpRepository(ports.settings, repoURL))
      return lookups.get(repoURL)
    },
    commit(repository, revision) {
      return once(commits, `${formatRepository(repository)} ${revision}`, async () => ({
        repository,
        sha: await ports.host(repository.host).resolve(repository, revision),
      }))
    },
    tree(commit) {
      return once(trees, `${formatRepository(commit.repository)} ${commit.sha}`, () =>
        openSourceTree(ports.host(commit.repository.host), commit, ports.objects),
      )
    },
  }
}

/** Undefined where the revision names no commit, or none any more. */
export async function commitIfAny(
  reading: SourceReading,
  repository: Repository,
  revision: string,
): Promise<Commit | undefined> {
  try {
    return await reading.commit(repository, revision)
  } catch (error) {
    if (error instanceof GitHostError && error.code === 'not-found') return undefined
    throw error
  }
}

function once<T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const present = made.get(key)
  if (present !== undefined) return present
  const promise = make()
  made.set(key, promise)
  return promise
}
