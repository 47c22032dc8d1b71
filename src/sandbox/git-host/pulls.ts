import type { CommitSha } from '../../git/commit.ts'
import type { Signature } from './object-store.ts'
import { headOf, headRef } from './pull-facts.ts'
import type { RefUpdate } from './sandbox-repository.ts'
import type { Changes, Happening, Hosted, MergeGroup, SandboxState, StoredPull } from './sandbox-state.ts'

export interface PullRequestOptions {
  readonly title: string
  readonly body: string
  readonly base: string
  readonly head: StoredPull['head']
  readonly by: string
  readonly draft?: boolean
}

/** What a pull request becomes; what is not written stays. */
export interface PullChanges {
  readonly title?: string
  readonly body?: string
  readonly base?: string
  readonly state?: 'open' | 'closed'
}

export function openPull(state: SandboxState, hosted: Hosted, options: PullRequestOptions): StoredPull {
  const { by, ...rest } = options
  const seconds = Math.floor(state.now() / 1000)
  const number = hosted.pulls.length + 1
  const pull: StoredPull = {
    ...rest,
    number,
    poster: by,
    seconds,
    state: 'open',
    mergeBase: undefined,
    toldBase: undefined,
  }
  hosted.pulls.push(pull)
  takeHead(hosted, pull)
  state.announce(hosted, { kind: 'pull', pull, action: 'opened', by })
  return pull
}

/** Each change is told by itself, in the order in which Gitea makes them. A merged one changes its texts alone. */
export function editPull(
  state: SandboxState,
  hosted: Hosted,
  pull: StoredPull,
  changes: PullChanges,
  by: string,
): void {
  const tell = (action: Extract<Happening, { kind: 'pull' }>['action'], changes?: Changes) =>
    state.announce(hosted, { kind: 'pull', pull, action, by, ...(changes && { changes }) })
  const { title = pull.title, body = pull.body } = changes
  if (title !== pull.title) {
    const from = pull.title
    pull.title = title
    tell('edited', { title: { from } })
  }
  if (body !== pull.body) {
    const from = pull.body
    pull.body = body
    tell('edited', { body: { from } })
  }
  if (pull.merged !== undefined) return
  if (changes.state !== undefined && changes.state !== pull.state) {
    pull.state = changes.state
    if (pull.state === 'open') takeHead(hosted, pull)
    tell(pull.state === 'open' ? 'reopened' : 'closed')
  }
  if (changes.base !== undefined && changes.base !== pull.base && pull.state === 'open') {
    const from = pull.base
    pull.base = changes.base
    takeHead(hosted, pull)
    tell('edited', { base: { from } })
  }
}

/** A merge commit, or with `squash` one commit of the same files. `conflict` where both sides changed a file. */
export function mergePull(
  state: SandboxState,
  hosted: Hosted,
  pull: StoredPull,
  { by, squash }: { readonly by: string; readonly squash: boolean },
): CommitSha | 'conflict' {
  const { repository } = hosted
  const base = repository.branch(pull.base)
  const head = headOf(hosted, pull)
  if (base === undefined || head === undefined || pull.mergeBase === undefined) return 'conflict'
  const tree = repository.mergeTrees(pull.mergeBase, base, head)
  if (tree === undefined) return 'conflict'
  pull.toldBase = base
  const seconds = Math.floor(state.now() / 1000)
  const author: Signature = { name: by, email: `${by}@noreply.localhost`, seconds }
  const message = squash ? `${pull.title} (#${pull.number})` : `Merge pull request '${pull.title}'`
  const commit = repository.putCommit(tree, squash ? [base] : [base, head], message, author)
  pull.merged = { commit, by, seconds }
  pull.state = 'closed'
  repository.move(`refs/heads/${pull.base}`, commit)
  state.announce(hosted, { kind: 'pull', pull, action: 'closed', by })
  return commit
}

/** What merging would give, on a branch of the queue; the base stays until the checks have said yes. */
export function queuePull(state: SandboxState, hosted: Hosted, pull: StoredPull): MergeGroup | 'conflict' {
  const { repository } = hosted
  const base = repository.branch(pull.base)
  const head = headOf(hosted, pull)
  if (base === undefined || head === undefined || pull.mergeBase === undefined) return 'conflict'
  const tree = repository.mergeTrees(pull.mergeBase, base, head)
  if (tree === undefined) return 'conflict'
  const author: Signature = {
    name: 'queue',
    email: 'queue@noreply.localhost',
    seconds: Math.floor(state.now() / 1000),
  }
  const commit = repository.putCommit(tree, [base, head], `Merge pull request #${pull.number}`, author)
  const headRef = `refs/heads/gh-readonly-queue/${pull.base}/pr-${pull.number}-${base}`
  repository.move(headRef, commit)
  const group = { head: commit, headRef, base, baseRef: `refs/heads/${pull.base}` }
  state.announce(hosted, { kind: 'mergeGroup', action: 'checks_requested', group })
  return group
}

/** What a moved branch means for the open pull requests from it and into it. A deleted one closes them. */
export function followBranch(state: SandboxState, moved: Hosted, { ref, after }: RefUpdate): void {
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
  if (branch === undefined) return
  const by = moved.repository.owner
  for (const hosted of state.hosted.values()) {
    for (const pull of hosted.pulls.filter((one) => one.state === 'open')) {
      const isHead = pull.head.hosted === moved && pull.head.branch === branch
      const isBase = hosted === moved && pull.base === branch
      if (!isHead && !isBase) continue
      const { toldBase } = pull
      if (after === undefined) editPull(state, hosted, pull, { state: 'closed' }, by)
      else takeHead(hosted, pull)
      if (!isHead) pull.toldBase = toldBase
      if (after !== undefined && isHead)
        state.announce(hosted, { kind: 'pull', pull, action: 'synchronized', by })
    }
  }
}

/** The tip of the head branch becomes readable through the base's repository. */
function takeHead({ repository }: Hosted, pull: StoredPull): void {
  const { hosted, branch } = pull.head
  const head = hosted.repository.branch(branch)
  const base = repository.branch(pull.base)
  if (head === undefined) return
  repository.adopt(hosted.repository, head)
  repository.refs.set(headRef(pull.number), head)
  pull.toldBase = base
  pull.mergeBase = base && repository.mergeBase(base, head)
}
