import type { Application } from '../apps/application.ts'
import { resolveSource } from '../apps/resolve.ts'
import type { Commit } from '../git/commit.ts'
import { type Repository, sameRepository } from '../git/repository.ts'
import type { MergeResult } from '../githost/merge-result.ts'
import type { ReportProblem } from '../report/report.ts'
import type { Ports } from './ports.ts'
import type { Roster } from './roster.ts'
import type { SourceReading } from './source-reading.ts'

/** The branch that a pull request is to be merged into. */
export interface BaseBranch {
  /** Short name. */
  readonly name: string
  readonly tip: Commit
}

/** Every tip as it is, and the base branch as it would be. */
export function mergeReading(reading: SourceReading, base: BaseBranch, merge: MergeResult): SourceReading {
  const { repository } = base.tip
  return {
    lookUp: reading.lookUp,
    async commit(asked, revision) {
      const isMerged = sameRepository(asked, repository) && (await isBranch(reading, base, revision))
      return isMerged ? merge.commit : reading.commit(asked, revision)
    },
    tree: async (commit) => (isMergeResult(commit, merge) ? merge.tree : reading.tree(commit)),
  }
}

/** `HEAD` names a branch that no host has to tell: it is the base where it leads to the same commit. */
async function isBranch(
  reading: SourceReading,
  { name, tip }: BaseBranch,
  revision: string,
): Promise<boolean> {
  if (revision !== 'HEAD') return revision === name || revision === `refs/heads/${name}`
  return (await reading.commit(tip.repository, revision)).sha === tip.sha
}

/**
 * The same for whoever may not write to the repository: what they declare renders from that repository alone, or from
 * where the base rendered it before, so that their pull request shows them nothing of any other.
 */
export function distrust(
  ports: Pick<Ports, 'settings'>,
  reading: SourceReading,
  merge: MergeResult,
  base: Roster,
): SourceReading {
  const known = new Set(base.entries.map(({ application }) => JSON.stringify(application.source)))
  return {
    ...reading,
    refuse: (application, declaredBy) =>
      !isMergeResult(declaredBy, merge) || known.has(JSON.stringify(application.source))
        ? undefined
        : refuseElsewhere(ports, application, merge.commit.repository),
  }
}

function refuseElsewhere(
  { settings }: Pick<Ports, 'settings'>,
  application: Application,
  repository: Repository,
): ReportProblem | undefined {
  const resolved = resolveSource(application, settings)
  if ('problem' in resolved || sameRepository(resolved.repository, repository)) return undefined
  const { name, declaredAt } = application
  return {
    code: 'reads-another-repository',
    message: `${name} renders from another repository, which a fork may not; somebody with write access can ask for it`,
    turn: 'author',
    retryable: false,
    file: declaredAt.path,
    line: declaredAt.line,
    warning: true,
  }
}

function isMergeResult({ repository, sha }: Commit, { commit }: MergeResult): boolean {
  return sha === commit.sha && sameRepository(repository, commit.repository)
}
