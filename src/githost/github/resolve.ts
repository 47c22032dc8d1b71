import { type CommitSha, isCommitSha, isObjectId } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { fieldAt, textAt } from '../answer.ts'
import { hostFailure, malformed } from '../failure.ts'
import type { HostApi } from '../host-api.ts'
import { parseRevision } from '../revision.ts'

/** A commit's id alone; the id that was known is its own ETag. */
const shaAlone = 'application/vnd.github.sha'
const deepestTag = 10

export async function resolveRevision(
  api: HostApi,
  repository: Repository,
  revision: string,
  known: CommitSha | undefined,
): Promise<CommitSha> {
  const lookup = parseRevision(revision)
  const fail = (code: 'unsupported' | 'refused' | 'not-found', what: string) =>
    hostFailure(code, repository, what)
  if (lookup.kind === 'range')
    throw fail('unsupported', `${revision} is a version range; name a branch, a tag or a commit`)
  if (lookup.kind === 'invalid') throw fail('refused', `${JSON.stringify(revision)} is no revision`)
  const found = await find(api, repository, lookup, known)
  if (found !== undefined) return found
  throw fail('not-found', await whyAbsent(api, repository, revision))
}

async function find(
  api: HostApi,
  repository: Repository,
  lookup: Extract<ReturnType<typeof parseRevision>, { kind: 'head' | 'commit' | 'refs' }>,
  known: CommitSha | undefined,
): Promise<CommitSha | undefined> {
  if (lookup.kind === 'head') return findCommit(api, repository, 'HEAD', known)
  if (lookup.kind === 'commit')
    return (await findCommit(api, repository, lookup.id)) ?? peelTag(api, repository, lookup.id)
  for (const ref of lookup.refs) {
    const found = await findCommit(api, repository, ref, known)
    if (found !== undefined) return found
  }
  const { shortId } = lookup
  const found = shortId === undefined ? undefined : await findCommit(api, repository, shortId)
  return found?.startsWith(shortId ?? '') ? found : undefined
}

/** GitHub follows annotated tags by itself. An empty repository is a conflict. */
async function findCommit(
  api: HostApi,
  repository: Repository,
  revision: string,
  known?: CommitSha,
): Promise<CommitSha | undefined> {
  const asked = `the commit of ${revision}`
  const path = ['commits', ...revision.split('/')]
  const wish = { text: shaAlone, ...(known && { known }) }
  const answer = await api({ repository, path, ...wish, asked, absentOn: [404, 409, 422] })
  if (answer === undefined) return undefined
  if (typeof answer !== 'string' || !isCommitSha(answer)) throw malformed(repository, asked)
  return answer
}

/** A full id may be that of an annotated tag, also of one that points to another. */
async function peelTag(api: HostApi, repository: Repository, id: string): Promise<CommitSha | undefined> {
  let tag = id
  for (let depth = 0; depth < deepestTag; depth += 1) {
    const asked = `tag ${tag}`
    const answer = await api({ repository, path: ['git', 'tags', tag], asked, absentOn: [404, 409, 422] })
    if (answer === undefined) return undefined
    const target = fieldAt(answer, 'object')
    const sha = textAt(target, 'sha')
    if (sha === undefined || !isObjectId(sha)) throw malformed(repository, asked)
    if (textAt(target, 'type') === 'commit') return sha as CommitSha
    tag = sha
  }
  return undefined
}

/** A missing repository, an empty one and a missing revision look alike until each is asked for. */
async function whyAbsent(api: HostApi, repository: Repository, revision: string): Promise<string> {
  await api({ repository, path: [], asked: 'the repository' })
  const head = { path: ['commits', 'HEAD'], text: shaAlone, asked: 'its default branch' }
  return (await api({ repository, ...head, absentOn: [409] })) === undefined
    ? 'the repository is empty'
    : `it has no branch, tag or commit ${revision}`
}
