import type { Changes, Hosted, SandboxState, StoredComment, StoredPull } from './sandbox-state.ts'

export function addComment(
  state: SandboxState,
  hosted: Hosted,
  pull: StoredPull,
  body: string,
  author: string,
): StoredComment {
  const seconds = Math.floor(state.now() / 1000)
  const comment: StoredComment = {
    id: state.nextId(),
    pull: pull.number,
    author,
    seconds,
    body,
    reactions: [],
  }
  hosted.comments.push(comment)
  state.announce(hosted, { kind: 'comment', comment, action: 'created', by: author })
  return comment
}

/** A text that stays the same is not told. */
export function editComment(
  state: SandboxState,
  hosted: Hosted,
  comment: StoredComment,
  body: string,
  by: string,
): void {
  const from = comment.body
  if (from === body) return
  comment.body = body
  const changes: Changes = { body: { from } }
  state.announce(hosted, { kind: 'comment', comment, action: 'edited', by, changes })
}

export function removeComment(state: SandboxState, hosted: Hosted, comment: StoredComment, by: string): void {
  hosted.comments.splice(hosted.comments.indexOf(comment), 1)
  state.announce(hosted, { kind: 'comment', comment, action: 'deleted', by })
}
