import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { CommitSha, ObjectId } from '../../git/commit.ts'
import { isoTime, repositoryShape, userShape } from './gitea-shapes.ts'
import type { HostEvent } from './host-event.ts'
import type { RefUpdate, SandboxRepository } from './sandbox-repository.ts'
import type { StoredHook } from './sandbox-state.ts'

const zero = '0'.repeat(40)
const commitsInPush = 5
const commitsOfNewBranch = 10

/**
 * The events of a moved ref, in the order in which Gitea 1.26 sends them: a new branch is create and push, a deleted
 * branch only delete, a new or moved tag push (from nothing) and create, a deleted tag push and delete.
 */
export function eventsOf(baseUrl: string, repository: SandboxRepository, update: RefUpdate): HostEvent[] {
  const isTag = update.ref.startsWith('refs/tags/')
  const short = update.ref.replace(/^refs\/(?:heads|tags)\//, '')
  const about = {
    repository: repositoryShape(baseUrl, repository),
    sender: userShape(baseUrl, { login: repository.owner }),
  }
  const type = { ref: short, ref_type: isTag ? 'tag' : 'branch' }
  const push = pushEvent(baseUrl, repository, isTag ? tagUpdate(update) : update)
  const created: HostEvent = { event: 'create', payload: { sha: update.after, ...type, ...about } }
  const deleted: HostEvent = { event: 'delete', payload: { ...type, pusher_type: 'user', ...about } }
  if (update.after === undefined) return isTag ? [push, deleted] : [deleted]
  if (isTag) return [push, created]
  return update.before === undefined ? [created, push] : [push]
}

/** Test deliveries are pushes from the tip of the default branch to itself. */
export function testEvent(baseUrl: string, repository: SandboxRepository): HostEvent | undefined {
  const tip = repository.branch(repository.defaultBranch)
  const ref = `refs/heads/${repository.defaultBranch}`
  return tip && pushEvent(baseUrl, repository, { ref, before: tip, after: tip })
}

export function signedDelivery(
  hook: StoredHook,
  { event, type, payload }: HostEvent,
  delivery: string,
): Request {
  const body = utf8ToBytes(JSON.stringify(payload, null, 2))
  const signed = (hash: typeof sha1 | typeof sha256) =>
    hook.secret === '' ? '' : bytesToHex(hmac(hash, utf8ToBytes(hook.secret), body))
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-gitea-signature': signed(sha256),
    'x-gogs-signature': signed(sha256),
    'x-hub-signature': `sha1=${signed(sha1)}`,
    'x-hub-signature-256': `sha256=${signed(sha256)}`,
  }
  for (const brand of ['gitea', 'gogs', 'github']) {
    headers[`x-${brand}-delivery`] = delivery
    headers[`x-${brand}-event`] = event
    headers[`x-${brand}-event-type`] = type ?? event
  }
  return new Request(hook.url, { method: 'POST', headers, body })
}

export function wants({ active, events }: StoredHook, { event, type }: HostEvent): boolean {
  if (!active) return false
  return events.includes(type ?? event) || (type !== undefined && events.includes('pull_request'))
}

/** The real one tells a moved tag as a new one. */
function tagUpdate(update: RefUpdate): RefUpdate {
  return update.after === undefined ? update : { ref: update.ref, after: update.after }
}

function pushEvent(
  baseUrl: string,
  repository: SandboxRepository,
  { ref, before, after }: RefUpdate,
): HostEvent {
  const head = after === undefined ? undefined : repository.peel(after)
  const commits = ref.startsWith('refs/heads/') ? pushedCommits(repository, ref, before, head) : []
  const who = userShape(baseUrl, { login: repository.owner })
  return {
    event: 'push',
    payload: {
      ref,
      before: before ?? zero,
      after: after ?? zero,
      compare_url: `${baseUrl}/${repository.owner}/${repository.name}/compare/${before ?? zero}...${after ?? zero}`,
      commits: commits.slice(0, commitsInPush).map((sha) => commitPayload(repository, sha)),
      total_commits: commits.length,
      head_commit: head === undefined ? null : commitPayload(repository, head),
      repository: repositoryShape(baseUrl, repository),
      pusher: who,
      sender: who,
    },
  }
}

function pushedCommits(
  repository: SandboxRepository,
  ref: string,
  before: ObjectId | undefined,
  head: CommitSha | undefined,
): readonly CommitSha[] {
  if (head === undefined) return []
  const old = before === undefined ? undefined : repository.peel(before)
  if (old !== undefined) return old === head ? [head] : repository.between(head, [old])
  const others = [...repository.refs].filter(([name]) => name.startsWith('refs/heads/') && name !== ref)
  const tips = others.map(([, id]) => repository.peel(id)).filter((id) => id !== undefined)
  return repository.between(head, tips).slice(0, commitsOfNewBranch)
}

function commitPayload(repository: SandboxRepository, sha: CommitSha): Readonly<Record<string, unknown>> {
  const { author, committer, message } = repository.readCommit(sha)
  return {
    id: sha,
    message,
    author: { name: author.name, email: author.email, username: '' },
    committer: { name: committer.name, email: committer.email, username: '' },
    timestamp: isoTime(author),
    ...changedPaths(repository, sha),
  }
}

function changedPaths(repository: SandboxRepository, sha: CommitSha) {
  const { tree, parents } = repository.readCommit(sha)
  const parent = parents[0]
  const old = parent === undefined ? [] : repository.flatten(repository.readCommit(parent).tree)
  const before = new Map(old.map((file) => [file.path, file.id]))
  const after = new Map(repository.flatten(tree).map((file) => [file.path, file.id]))
  const paths = [...after.keys()]
  return {
    added: paths.filter((path) => !before.has(path)),
    removed: [...before.keys()].filter((path) => !after.has(path)),
    modified: paths.filter((path) => before.has(path) && before.get(path) !== after.get(path)),
  }
}
