import type { CommitSha, ObjectId } from '../../git/commit.ts'
import { addComment } from './comments.ts'
import type { Dialect } from './dialect.ts'
import { giteaDialect } from './gitea-dialect.ts'
import { fork } from './gitea-pulls.ts'
import { testEvent } from './gitea-webhook.ts'
import { githubDialect } from './github-dialect.ts'
import type { Signature } from './object-store.ts'
import { findPull } from './pull-facts.ts'
import { editPull, followBranch, mergePull, openPull, type PullChanges, queuePull } from './pulls.ts'
import type { SandboxApp } from './sandbox-app.ts'
import {
  type CommitRequest,
  type RefUpdate,
  type RepositoryOptions,
  SandboxRepository,
} from './sandbox-repository.ts'
import type { Happening, MergeGroup } from './sandbox-state.ts'
import {
  type Hosted,
  hostedKey,
  type SandboxLimits,
  type SandboxState,
  type SandboxUser,
  type StoredComment,
  type StoredPull,
} from './sandbox-state.ts'
import { type SandboxDelivery, WebhookSender } from './webhook-sender.ts'

export interface SandboxGitHostOptions {
  /** Where it is served, for the URLs in its answers. */
  readonly baseUrl?: string
  readonly users: readonly SandboxUser[]
  /** `gitea` when not written. */
  readonly dialect?: 'gitea' | 'github'
  /** A GitHub App that may call. */
  readonly app?: SandboxApp
  readonly limits?: SandboxLimits
  /** Milliseconds of Unix time. */
  now(): number
  /** Sends webhooks. */
  readonly deliver?: (request: Request) => Promise<Response>
}

/** `owner/name` of a repository. */
export type FullName = `${string}/${string}`

/** What was asked of the host: the path without query, and the status that was answered. */
export interface SandboxRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly status: number
}

export interface OpenPullRequest {
  readonly head: string
  /** The owner of the fork that `head` lies in. */
  readonly from?: string
  /** The default branch when not written. */
  readonly base?: string
  readonly title?: string
  readonly body?: string
  /** Login name; the owner of the head's repository when not written. */
  readonly by?: string
}

export type SandboxComment = Pick<StoredComment, 'id' | 'author' | 'body' | 'reactions'>

export type Intercept = (request: Request, answer: () => Promise<Response>) => Promise<Response>

/** An in-memory Git host of true git objects that speaks the dialect of Gitea or of GitHub over `fetch`. */
export interface SandboxGitHost {
  fetch(request: Request): Promise<Response>
  createRepository(options: RepositoryOptions): void
  rename(from: FullName, name: string): void
  /** Commits on a branch and tells the repository's webhooks. */
  commit(repository: FullName, branch: string, request: CommitRequest): CommitSha
  /** An annotated tag when a message is given. */
  tag(repository: FullName, name: string, target: ObjectId, message?: string): ObjectId
  deleteTag(repository: FullName, name: string): void
  deleteBranch(repository: FullName, branch: string): void
  /** Points a branch at any commit; creates it where it is not. */
  forcePush(repository: FullName, branch: string, commit: CommitSha): void
  /** A copy of every branch under another owner. */
  fork(from: FullName, owner: string): void
  /** Opens one from a branch of the repository itself, or of a fork, and tells the webhooks; its number. */
  openPullRequest(repository: FullName, options: OpenPullRequest): number
  /** Title (`WIP:` before it makes a draft), text, base, open or closed. */
  editPullRequest(repository: FullName, number: number, changes: PullChanges): void
  /** Puts it into the merge queue: a branch of the queue, whose checks are asked for. Throws as merging does. */
  queuePullRequest(repository: FullName, number: number): MergeGroup
  /** Throws where both sides changed a file. */
  mergePullRequest(repository: FullName, number: number, squash?: boolean): CommitSha
  /** A comment by somebody; its id. */
  comment(repository: FullName, number: number, body: string, author?: string): number
  comments(repository: FullName, number: number): readonly SandboxComment[]
  addHook(repository: FullName, hook: { readonly url: string; readonly secret: string }): void
  repository(name: FullName): SandboxRepository
  /** Requests so far, oldest first. */
  requests(): readonly SandboxRequest[]
  deliveries(): readonly SandboxDelivery[]
  /** Resolves when no delivery is under way. */
  settled(): Promise<void>
  /** Stands between every request and its answer: faults are injected here. Undefined takes it away. */
  intercept(with_: Intercept | undefined): void
}

const hookEvents = ['push', 'create', 'delete', 'pull_request', 'issue_comment', 'merge_group']

export function createSandboxGitHost(options: SandboxGitHostOptions): SandboxGitHost {
  return new InMemoryGitHost(options)
}

class InMemoryGitHost implements SandboxGitHost {
  readonly #state: SandboxState
  readonly #sender: WebhookSender
  readonly #dialect: Dialect
  readonly #requests: SandboxRequest[] = []
  #intercept: Intercept | undefined
  #ids = 0

  constructor(options: SandboxGitHostOptions) {
    const { baseUrl = 'http://git.sandbox', users, app, limits } = options
    this.#state = {
      baseUrl,
      users,
      now: () => options.now(),
      hosted: new Map(),
      renamed: new Map(),
      minted: new Map(),
      ...(app && { app }),
      ...(limits && { limits }),
      create: (about) => this.#create(about),
      announce: (hosted, happening) => this.#announce(hosted, happening),
      nextId: () => ++this.#ids,
    }
    this.#dialect =
      options.dialect === 'github'
        ? githubDialect(this.#state)
        : giteaDialect(this.#state, (hosted, id) => this.#test(hosted, id))
    this.#sender = new WebhookSender(this.#dialect, options.deliver)
  }

  async fetch(request: Request): Promise<Response> {
    const answer = async () => this.#dialect.api.fetch(request)
    const response = await (this.#intercept === undefined ? answer() : this.#intercept(request, answer))
    const { pathname, search } = new URL(request.url)
    this.#requests.push({ method: request.method, path: pathname, query: search, status: response.status })
    return response
  }

  createRepository(options: RepositoryOptions): void {
    this.#create(options)
  }

  rename(from: FullName, name: string): void {
    const hosted = this.#hosted(from)
    const { repository } = hosted
    repository.name = name
    this.#state.hosted.delete(from.toLowerCase())
    this.#state.hosted.set(hostedKey(repository.owner, name), hosted)
    this.#state.renamed.set(from.toLowerCase(), `${repository.owner}/${name}`)
  }

  commit(repository: FullName, branch: string, request: CommitRequest): CommitSha {
    return this.repository(repository).commit(branch, request, this.#signature())
  }

  tag(repository: FullName, name: string, target: ObjectId, message?: string): ObjectId {
    return this.repository(repository).tag(name, target, this.#signature(), message)
  }

  deleteTag(repository: FullName, name: string): void {
    this.repository(repository).move(`refs/tags/${name}`, undefined)
  }

  deleteBranch(repository: FullName, branch: string): void {
    this.repository(repository).move(`refs/heads/${branch}`, undefined)
  }

  forcePush(repository: FullName, branch: string, commit: CommitSha): void {
    this.repository(repository).move(`refs/heads/${branch}`, commit)
  }

  fork(from: FullName, owner: string): void {
    fork(this.#state, this.#hosted(from), owner)
  }

  openPullRequest(repository: FullName, options: OpenPullRequest): number {
    const hosted = this.#hosted(repository)
    const { owner, name, defaultBranch } = hosted.repository
    const { head: branch, from = owner, base = defaultBranch, title = branch, body = '', by = from } = options
    const head = { hosted: this.#hosted(`${from}/${name}`), branch }
    return openPull(this.#state, hosted, { title, body, base, head, by }).number
  }

  editPullRequest(repository: FullName, number: number, changes: PullChanges): void {
    const hosted = this.#hosted(repository)
    editPull(this.#state, hosted, this.#pull(hosted, number), changes, hosted.repository.owner)
  }

  queuePullRequest(repository: FullName, number: number): MergeGroup {
    const hosted = this.#hosted(repository)
    const group = queuePull(this.#state, hosted, this.#pull(hosted, number))
    if (group === 'conflict') throw new Error(`pull request ${number} of ${repository} does not merge`)
    return group
  }

  mergePullRequest(repository: FullName, number: number, squash: boolean = false): CommitSha {
    const hosted = this.#hosted(repository)
    const by = hosted.repository.owner
    const merged = mergePull(this.#state, hosted, this.#pull(hosted, number), { by, squash })
    if (merged === 'conflict') throw new Error(`pull request ${number} of ${repository} does not merge`)
    return merged
  }

  comment(repository: FullName, number: number, body: string, author?: string): number {
    const hosted = this.#hosted(repository)
    const by = author ?? hosted.repository.owner
    return addComment(this.#state, hosted, this.#pull(hosted, number), body, by).id
  }

  comments(repository: FullName, number: number): readonly SandboxComment[] {
    return this.#hosted(repository).comments.filter(({ pull }) => pull === number)
  }

  addHook(repository: FullName, { url, secret }: { readonly url: string; readonly secret: string }): void {
    const { hooks } = this.#hosted(repository)
    hooks.push({ id: hooks.length + 1, url, secret, events: hookEvents, active: true })
  }

  repository(name: FullName): SandboxRepository {
    return this.#hosted(name).repository
  }

  requests(): readonly SandboxRequest[] {
    return [...this.#requests]
  }

  deliveries(): readonly SandboxDelivery[] {
    return this.#sender.deliveries()
  }

  settled(): Promise<void> {
    return this.#sender.settled()
  }

  intercept(with_: Intercept | undefined): void {
    this.#intercept = with_
  }

  #hosted(name: FullName): Hosted {
    const hosted = this.#state.hosted.get(name.toLowerCase())
    if (hosted === undefined) throw new Error(`the sandbox has no repository ${name}`)
    return hosted
  }

  #signature(): Signature {
    const seconds = Math.floor(this.#state.now() / 1000)
    return { name: 'sandbox', email: 'sandbox@example.invalid', seconds }
  }

  #create(options: RepositoryOptions): Hosted {
    const hosted: Hosted = {
      id: this.#state.hosted.size + 1,
      repository: new SandboxRepository(options, (update) => this.#moved(hosted, update)),
      pulls: [],
      comments: [],
      statuses: new Map(),
      hooks: [],
    }
    this.#state.hosted.set(hostedKey(options.owner, options.name), hosted)
    return hosted
  }

  #pull(hosted: Hosted, number: number): StoredPull {
    const pull = findPull(hosted, number)
    if (pull === undefined) throw new Error(`the sandbox has no pull request ${number}`)
    return pull
  }

  #moved(hosted: Hosted, update: RefUpdate): void {
    this.#announce(hosted, { kind: 'moved', update })
    followBranch(this.#state, hosted, update)
  }

  #announce(hosted: Hosted, happening: Happening): void {
    for (const event of this.#dialect.eventsOf(hosted, happening)) {
      for (const hook of hosted.hooks) if (this.#dialect.wants(hook, event)) this.#sender.send(hook, event)
    }
  }

  #test(hosted: Hosted, id: number): void {
    const hook = hosted.hooks.find((candidate) => candidate.id === id)
    const event = testEvent(this.#state.baseUrl, hosted.repository)
    if (hook !== undefined && event !== undefined) this.#sender.send(hook, event)
  }
}
