import { repositoryShape, secondsText, userShape } from './gitea-shapes.ts'
import type { HostEvent } from './host-event.ts'
import { findPull, headOf, headRef, isDraft } from './pull-facts.ts'
import type { Happening, Hosted, SandboxState, StoredComment, StoredPull } from './sandbox-state.ts'

type Shape = Readonly<Record<string, unknown>>

/** A pull request as Gitea 1.26 prints it, without what no reader of ours looks at. */
export function pullShape({ baseUrl }: SandboxState, hosted: Hosted, pull: StoredPull): Shape {
  const { repository } = hosted
  const { head, merged } = pull
  const page = pullPage(baseUrl, hosted, pull.number)
  const hasBranch = head.hosted.repository.branch(head.branch) !== undefined
  return {
    id: pull.number,
    url: page,
    number: pull.number,
    user: userShape(baseUrl, { login: pull.poster }),
    title: pull.title,
    body: pull.body,
    state: pull.state,
    draft: isDraft(pull),
    html_url: page,
    merged: merged !== undefined,
    merged_at: merged === undefined ? null : secondsText(merged.seconds),
    merge_commit_sha: merged?.commit ?? null,
    merged_by: merged === undefined ? null : userShape(baseUrl, { login: merged.by }),
    base: {
      label: pull.base,
      ref: pull.base,
      sha: repository.branch(pull.base) ?? '',
      repo_id: hosted.id,
      repo: repositoryShape(baseUrl, repository),
    },
    head: {
      label: head.branch,
      ref: hasBranch ? head.branch : headRef(pull.number),
      sha: headOf(hosted, pull) ?? '',
      repo_id: head.hosted.id,
      repo: repositoryShape(baseUrl, head.hosted.repository),
    },
    merge_base: pull.mergeBase ?? '',
    created_at: secondsText(pull.seconds),
    updated_at: secondsText(pull.seconds),
  }
}

export function commentShape({ baseUrl }: SandboxState, hosted: Hosted, comment: StoredComment): Shape {
  const page = pullPage(baseUrl, hosted, comment.pull)
  return {
    id: comment.id,
    html_url: `${page}#issuecomment-${comment.id}`,
    pull_request_url: page,
    issue_url: '',
    user: userShape(baseUrl, { login: comment.author }),
    body: comment.body,
    created_at: secondsText(comment.seconds),
    updated_at: secondsText(comment.seconds),
  }
}

export function pullEvent(
  state: SandboxState,
  hosted: Hosted,
  { pull, action, by, changes }: Extract<Happening, { kind: 'pull' }>,
): HostEvent {
  // The real one tells the new branch here, not the one it was.
  const from = changes?.base === undefined ? changes : { ref: { from: pull.base } }
  return {
    event: 'pull_request',
    ...(action === 'synchronized' ? { type: 'pull_request_sync' } : {}),
    payload: {
      action,
      number: pull.number,
      ...changed(from),
      pull_request: pullShape(state, hosted, pull),
      requested_reviewer: null,
      ...about(state, hosted, by),
      commit_id: '',
      review: null,
    },
  }
}

/** Undefined for a comment on no pull request. */
export function commentEvent(
  state: SandboxState,
  hosted: Hosted,
  { comment, action, by, changes }: Extract<Happening, { kind: 'comment' }>,
): HostEvent | undefined {
  const pull = findPull(hosted, comment.pull)
  return (
    pull && {
      event: 'issue_comment',
      type: 'pull_request_comment',
      payload: {
        action,
        issue: issueShape(state, hosted, pull),
        pull_request: pullShape(state, hosted, pull),
        comment: commentShape(state, hosted, comment),
        ...changed(changes),
        ...about(state, hosted, by),
        is_pull: true,
      },
    }
  )
}

function issueShape({ baseUrl }: SandboxState, hosted: Hosted, pull: StoredPull): Shape {
  const page = pullPage(baseUrl, hosted, pull.number)
  return {
    id: pull.number,
    html_url: page,
    number: pull.number,
    user: userShape(baseUrl, { login: pull.poster }),
    title: pull.title,
    body: pull.body,
    state: pull.state,
    pull_request: { merged: pull.merged !== undefined, draft: isDraft(pull), html_url: page },
  }
}

/** The labels always stand beside what changed. */
function changed(changes: object | undefined): Shape {
  return changes === undefined ? {} : { changes: { ...changes, added_labels: null, removed_labels: null } }
}

function about({ baseUrl }: SandboxState, { repository }: Hosted, by: string): Shape {
  return {
    repository: repositoryShape(baseUrl, repository),
    sender: userShape(baseUrl, { login: by }),
  }
}

function pullPage(baseUrl: string, { repository }: Hosted, number: number): string {
  return `${baseUrl}/${repository.owner}/${repository.name}/pulls/${number}`
}
