import { commentEvent } from './gitea-pull-shapes.ts'
import type { Hosted, SandboxState, StoredComment, StoredPull } from './sandbox-state.ts'

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
  tell(state, hosted, comment, 'created', author)
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
  tell(state, hosted, comment, 'edited', by, { body: { from } })
}

export function removeComment(state: SandboxState, hosted: Hosted, comment: StoredComment, by: string): void {
  hosted.comments.splice(hosted.comments.indexOf(comment), 1)
  tell(state, hosted, comment, 'deleted', by)
}

function tell(
  state: SandboxState,
  hosted: Hosted,
  comment: StoredComment,
  action: string,
  by: string,
  changes?: object,
): void {
  const event = commentEvent(state, hosted, comment, action, by, changes)
  if (event !== undefined) state.announce(hosted, event)
}
