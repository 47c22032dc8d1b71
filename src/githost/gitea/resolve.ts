import { type CommitSha, isCommitSha } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { fieldAt, listOf, textAt } from '../answer.ts'
import { hostFailure, malformed } from '../failure.ts'
import { parseRevision } from '../revision.ts'
import type { GiteaApi } from './gitea-api.ts'

/** A commit alone: what Gitea would add to it (statistics, signatures, files) is costly. */
const plain = { stat: 'false', verification: 'false', files: 'false' }

export async function resolveRevision(
  api: GiteaApi,
  repository: Repository,
  revision: string,
): Promise<CommitSha> {
  const lookup = parseRevision(revision)
  if (lookup.kind === 'range') {
    throw hostFailure(
      'unsupported',
      repository,
      `${revision} is a version range; name a branch, a tag or a commit`,
    )
  }
  if (lookup.kind === 'invalid')
    throw hostFailure('refused', repository, `${JSON.stringify(revision)} is no revision`)
  const found =
    lookup.kind === 'refs'
      ? await findRef(api, repository, lookup.refs, lookup.shortId)
      : await findCommit(api, repository, lookup.kind === 'head' ? 'HEAD' : lookup.id)
  return found ?? (await explainAbsence(api, repository, revision))
}

async function findRef(
  api: GiteaApi,
  repository: Repository,
  refs: readonly string[],
  shortId: string | undefined,
): Promise<CommitSha | undefined> {
  for (const ref of refs) {
    const object = await readRef(api, repository, ref)
    if (object !== undefined)
      return object.type === 'commit' ? object.sha : findCommit(api, repository, object.sha)
  }
  return shortId === undefined ? undefined : findCommit(api, repository, shortId)
}

/** Gitea matches by prefix and answers a list; before and after that, other versions gave the one ref alone. */
async function readRef(api: GiteaApi, repository: Repository, ref: string) {
  const asked = `refs/${ref}`
  const answer = await api({ repository, path: ['git', 'refs', ...ref.split('/')], asked, absentOn: [404] })
  if (answer === undefined) return undefined
  const refs = listOf(answer) ?? [answer]
  if (refs.some((candidate) => textAt(candidate, 'ref') === undefined)) throw malformed(repository, asked)
  const exact = refs.find((candidate) => textAt(candidate, 'ref') === asked)
  if (exact === undefined) return undefined
  const type = textAt(fieldAt(exact, 'object'), 'type')
  const sha = textAt(fieldAt(exact, 'object'), 'sha')
  if (sha === undefined || !isCommitSha(sha)) throw malformed(repository, asked)
  return { type, sha }
}

/** Follows annotated tags, also nested ones. */
async function findCommit(api: GiteaApi, repository: Repository, id: string): Promise<CommitSha | undefined> {
  const asked = `commit ${id}`
  const answer = await api({
    repository,
    path: ['git', 'commits', id],
    query: plain,
    asked,
    absentOn: [404, 422],
  })
  if (answer === undefined) return undefined
  const sha = textAt(answer, 'sha')
  if (sha === undefined || !isCommitSha(sha)) throw malformed(repository, asked)
  return sha
}

/** A missing repository and a missing revision are both 404 until the repository itself is asked for. */
async function explainAbsence(api: GiteaApi, repository: Repository, revision: string): Promise<never> {
  const answer = await api({ repository, path: [], asked: 'the repository' })
  const what =
    fieldAt(answer, 'empty') === true
      ? 'the repository is empty'
      : `it has no branch, tag or commit ${revision}`
  throw hostFailure('not-found', repository, what)
}
