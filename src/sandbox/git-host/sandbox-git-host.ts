import type { CommitSha, ObjectId } from '../../git/commit.ts'
import { giteaApi } from './gitea-api.ts'
import { eventsOf, type GiteaEvent, signedDelivery, testEvent } from './gitea-webhook.ts'
import type { Signature } from './object-store.ts'
import {
  type CommitRequest,
  type RefUpdate,
  type RepositoryOptions,
  SandboxRepository,
} from './sandbox-repository.ts'
import {
  type Hosted,
  hostedKey,
  type SandboxState,
  type SandboxUser,
  type StoredHook,
} from './sandbox-state.ts'

export interface SandboxGitHostOptions {
  /** Where it is served, for the URLs in its answers. */
  readonly baseUrl?: string
  readonly users: readonly SandboxUser[]
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

/** One attempt, as Gitea makes it; `status` is absent when nobody answered. */
export interface SandboxDelivery {
  readonly id: string
  readonly event: GiteaEvent['event']
  readonly status?: number
}

export type Intercept = (request: Request, answer: () => Promise<Response>) => Promise<Response>

/** An in-memory Git host of true git objects that speaks Gitea's dialect over `fetch`. */
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

const hookEvents = ['push', 'create', 'delete']

export function createSandboxGitHost(options: SandboxGitHostOptions): SandboxGitHost {
  return new InMemoryGitHost(options)
}

class InMemoryGitHost implements SandboxGitHost {
  readonly #state: SandboxState
  readonly #deliver: SandboxGitHostOptions['deliver']
  readonly #api: { fetch(request: Request): Response | Promise<Response> }
  readonly #requests: SandboxRequest[] = []
  readonly #deliveries: SandboxDelivery[] = []
  readonly #underway = new Set<Promise<void>>()
  #intercept: Intercept | undefined
  #sent = 0

  constructor(options: SandboxGitHostOptions) {
    const { baseUrl = 'http://git.sandbox', users } = options
    this.#state = { baseUrl, users, now: () => options.now(), hosted: new Map(), renamed: new Map() }
    this.#deliver = options.deliver
    this.#api = giteaApi(this.#state, (hosted, id) => this.#test(hosted, id))
  }

  async fetch(request: Request): Promise<Response> {
    const answer = async () => this.#api.fetch(request)
    const response = await (this.#intercept === undefined ? answer() : this.#intercept(request, answer))
    const { pathname, search } = new URL(request.url)
    this.#requests.push({ method: request.method, path: pathname, query: search, status: response.status })
    return response
  }

  createRepository(options: RepositoryOptions): void {
    const hosted: Hosted = {
      repository: new SandboxRepository(options, (update) => this.#announce(hosted, update)),
      statuses: new Map(),
      hooks: [],
    }
    this.#state.hosted.set(hostedKey(options.owner, options.name), hosted)
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
    return [...this.#deliveries]
  }

  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway)
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

  #announce(hosted: Hosted, update: RefUpdate): void {
    const events = eventsOf(this.#state.baseUrl, hosted.repository, update)
    for (const hook of hosted.hooks) {
      for (const event of events) {
        if (hook.active && hook.events.includes(event.event)) this.#send(hook, event)
      }
    }
  }

  #test(hosted: Hosted, id: number): void {
    const hook = hosted.hooks.find((candidate) => candidate.id === id)
    const event = testEvent(this.#state.baseUrl, hosted.repository)
    if (hook !== undefined && event !== undefined) this.#send(hook, event)
  }

  #send(hook: StoredHook, event: GiteaEvent): void {
    if (this.#deliver === undefined) return
    this.#sent += 1
    const id = `00000000-0000-4000-8000-${String(this.#sent).padStart(12, '0')}`
    const attempt = this.#deliver(signedDelivery(hook, event, id)).then(
      (response) => this.#deliveries.push({ id, event: event.event, status: response.status }),
      () => this.#deliveries.push({ id, event: event.event }),
    )
    const underway: Promise<void> = attempt.then(() => {
      this.#underway.delete(underway)
    })
    this.#underway.add(underway)
  }
}
