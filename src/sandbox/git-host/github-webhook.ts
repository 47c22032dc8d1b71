import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { addressesOf, commentShape, repositoryShape, userShape, wholePullShape } from './github-shapes.ts'
import type { HostEvent } from './host-event.ts'
import { findPull, headOf } from './pull-facts.ts'
import type { RefUpdate } from './sandbox-repository.ts'
import type { Changes, Happening, Hosted, SandboxState, StoredHook, StoredPull } from './sandbox-state.ts'

type Payload = Readonly<Record<string, unknown>>

const zero = '0'.repeat(40)
const commitsInPush = 2048

/** What GitHub tells of it. A created and a deleted ref are told by their push as well. */
export function eventsOf(state: SandboxState, hosted: Hosted, happening: Happening): readonly HostEvent[] {
  switch (happening.kind) {
    case 'moved':
      return movedEvents(state, hosted, happening.update)
    case 'pull':
      return [pullEvent(state, hosted, happening)]
    case 'comment':
      return commentEvents(state, hosted, happening)
    case 'mergeGroup':
      return [mergeGroupEvent(state, hosted, happening)]
  }
}

export function wants({ active, events }: StoredHook, { event }: HostEvent): boolean {
  return active && events.includes(event)
}

export function signed(hook: StoredHook, { event, payload }: HostEvent, delivery: string): Request {
  const body = utf8ToBytes(JSON.stringify(payload))
  const digest = (hash: typeof sha1 | typeof sha256) => bytesToHex(hmac(hash, utf8ToBytes(hook.secret), body))
  const signatures: Record<string, string> =
    hook.secret === ''
      ? {}
      : { 'x-hub-signature': `sha1=${digest(sha1)}`, 'x-hub-signature-256': `sha256=${digest(sha256)}` }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/sandbox',
    'x-github-event': event,
    'x-github-delivery': delivery,
    'x-github-hook-id': String(hook.id),
    ...signatures,
  }
  return new Request(hook.url, { method: 'POST', headers, body })
}

function about({ baseUrl }: SandboxState, hosted: Hosted, by: string): Payload {
  const addresses = addressesOf(baseUrl)
  return { repository: repositoryShape(addresses, hosted), sender: userShape(addresses, by) }
}

function movedEvents(state: SandboxState, hosted: Hosted, update: RefUpdate): readonly HostEvent[] {
  const { ref, before, after } = update
  const { owner, defaultBranch } = hosted.repository
  const type = {
    ref: ref.replace(/^refs\/(?:heads|tags)\//, ''),
    ref_type: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    pusher_type: 'user',
  }
  const more = { ...type, ...about(state, hosted, owner) }
  const push: HostEvent = { event: 'push', payload: pushPayload(state, hosted, update) }
  if (before === undefined)
    return [{ event: 'create', payload: { ...more, master_branch: defaultBranch, description: null } }, push]
  return after === undefined ? [{ event: 'delete', payload: more }, push] : [push]
}

function pushPayload(state: SandboxState, hosted: Hosted, { ref, before, after }: RefUpdate): Payload {
  const { repository } = hosted
  const { owner, name } = repository
  const [old, head] = [before, after].map((id) => (id === undefined ? undefined : repository.peel(id)))
  const commits = old === undefined || head === undefined ? [] : repository.between(head, [old])
  const isForced = old !== undefined && head !== undefined && repository.mergeBase(old, head) !== old
  const shape = (sha: string) => ({ id: sha, message: '', added: [], removed: [], modified: [] })
  return {
    ref,
    before: before ?? zero,
    after: after ?? zero,
    base_ref: null,
    created: before === undefined,
    deleted: after === undefined,
    forced: isForced,
    compare: `${state.baseUrl}/${owner}/${name}/compare/${before ?? zero}...${after ?? zero}`,
    commits: commits.slice(0, commitsInPush).map(shape),
    head_commit: head === undefined ? null : shape(head),
    pusher: { name: owner, email: `${owner}@users.noreply.github.com` },
    ...about(state, hosted, owner),
  }
}

function pullEvent(
  state: SandboxState,
  hosted: Hosted,
  { pull, action, by, changes }: Extract<Happening, { kind: 'pull' }>,
): HostEvent {
  return {
    event: 'pull_request',
    payload: {
      action: action === 'synchronized' ? 'synchronize' : action,
      number: pull.number,
      ...(changes && { changes: changesOf(changes) }),
      pull_request: shapeOf(state, hosted, pull),
      ...about(state, hosted, by),
    },
  }
}

function changesOf({ base, ...texts }: Changes): Payload {
  return base === undefined ? texts : { ...texts, base: { ref: base, sha: { from: zero } } }
}

function shapeOf({ baseUrl }: SandboxState, hosted: Hosted, pull: StoredPull): Payload {
  return wholePullShape(addressesOf(baseUrl), hosted, pull, headOf(hosted, pull) ?? '')
}

/** It says that the issue is a pull request, and nothing of its head. */
function commentEvents(
  state: SandboxState,
  hosted: Hosted,
  { comment, action, by, changes }: Extract<Happening, { kind: 'comment' }>,
): readonly HostEvent[] {
  const pull = findPull(hosted, comment.pull)
  if (pull === undefined) return []
  const addresses = addressesOf(state.baseUrl)
  const { url, html_url, diff_url, patch_url, title, user, body, state: word } = shapeOf(state, hosted, pull)
  const issue = {
    number: pull.number,
    title,
    user,
    body,
    state: word,
    html_url,
    pull_request: { url, html_url, diff_url, patch_url, merged_at: null },
  }
  const payload = {
    action,
    issue,
    comment: commentShape(addresses, hosted, comment),
    ...(changes && { changes }),
    ...about(state, hosted, by),
  }
  return [{ event: 'issue_comment', payload }]
}

function mergeGroupEvent(
  state: SandboxState,
  hosted: Hosted,
  { action, group }: Extract<Happening, { kind: 'mergeGroup' }>,
): HostEvent {
  const { head, headRef, base, baseRef } = group
  return {
    event: 'merge_group',
    payload: {
      action,
      ...(action === 'destroyed' ? { reason: 'dequeued' } : {}),
      merge_group: {
        head_sha: head,
        head_ref: headRef,
        base_sha: base,
        base_ref: baseRef,
        head_commit: { id: head, tree_id: hosted.repository.readCommit(head).tree, message: '' },
      },
      ...about(state, hosted, hosted.repository.owner),
    },
  }
}
