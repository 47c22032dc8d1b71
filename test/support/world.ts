import type { Cluster } from '../../src/cluster/cluster.ts'
import { commandText } from '../../src/engine/command.ts'
import { createMemoryRunStore } from '../../src/engine/memory-run-store.ts'
import { perform } from '../../src/engine/perform.ts'
import type { Ports } from '../../src/engine/ports.ts'
import type { Job } from '../../src/engine/queue.ts'
import { createRenderCache } from '../../src/engine/render-cache.ts'
import { createRosterCache } from '../../src/engine/roster-cache.ts'
import type { Command, CommentTrigger, PullRequestTrigger } from '../../src/engine/trigger.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import type { GitHost } from '../../src/githost/git-host.ts'
import { createGiteaHost } from '../../src/githost/gitea/gitea-host.ts'
import { createGithubHost } from '../../src/githost/github/github-host.ts'
import { createObjectCache } from '../../src/githost/object-cache.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import type { Json } from '../../src/kube/json.ts'
import { maskerOf } from '../../src/kube/masking.ts'
import { createSandboxGitHost, type SandboxGitHost } from '../../src/sandbox/git-host/sandbox-git-host.ts'
import type { Root, Settings } from '../../src/settings.ts'
import {
  type Between,
  openSandboxCluster,
  type SandboxCluster,
  type SandboxClusterOptions,
  type SandboxUser,
} from './sandbox-cluster.ts'

export const repository = { host: 'git', owner: 'platform', name: 'config' }
export const fullName = 'platform/config'
const gitUrl = 'http://git.sandbox'
const builtins = builtinSchemas()

/** Plumbline's own account, somebody who may write, and somebody who may only read. */
const users = [
  { login: 'platform', token: 't' },
  { login: 'ada', token: 'ada-token', access: { [fullName]: 'write' } },
  { login: 'eve', token: 'eve-token' },
] as const

export type Files = { readonly [path: string]: string | null }

/** A sandbox Git host and cluster, with as many instances of the engine as a test wants, in virtual time. */
export interface World {
  readonly git: SandboxGitHost
  readonly sandbox: SandboxCluster
  commit(files: Files, message?: string): CommitSha
  /** Opens a pull request into `main` with one commit on a branch of its own; `from` makes it a fork of that owner. */
  propose(files: Files, options?: ProposeOptions): { readonly number: number; readonly head: CommitSha }
  /** An instance with empty memory. */
  start(): Instance
  /** The newest status of each context on a commit: `success: 1 app: Synced and Healthy`. */
  statuses(commit: CommitSha): Promise<Readonly<Record<string, string>>>
}

export interface ProposeOptions {
  readonly branch?: string
  readonly title?: string
  readonly from?: 'ada' | 'eve'
}

export interface Instance {
  readonly ports: Ports
  readonly logged: readonly { readonly message: string; readonly facts: { readonly [key: string]: Json } }[]
  /** As a webhook of this commit would. */
  push(commit: CommitSha, id?: string, before?: CommitSha): void
  /** As a webhook of a pull request would. */
  pullRequest(number: number, asked?: PullRequestTrigger['asked']): void
  /** Somebody writes a comment, and a webhook tells; its id. `head` is the one that they looked at. */
  comment(number: number, author: string, command: Command, head?: CommitSha): number
  /** As a webhook of a comment would. */
  hear(comment: Pick<CommentTrigger, 'number' | 'commentId' | 'author' | 'command' | 'head'>): void
  /** What a handler does when it starts. */
  resume(): Promise<void>
  /** Performs jobs as they fall due, moving time to each, until none is left or `isOver`. */
  run(isOver?: () => boolean): Promise<void>
  /** Jobs that wait. */
  readonly waiting: readonly Job[]
}

const mostJobs = 400

export interface WorldOptions {
  readonly root?: Partial<Root>
  /** Further roots; what is not given is as in the first. */
  readonly moreRoots?: readonly Partial<Root>[]
  readonly cluster?: SandboxClusterOptions
  /** Of the Git host; `gitea` unless told. */
  readonly dialect?: Dialect
  readonly api?: Settings['api']
  /** Who the instances are to the cluster; the administrator unless told. */
  readonly account?: SandboxUser
  /** Stands between an instance, numbered from 1, and a server. */
  readonly between?: (side: 'cluster' | 'git', instance: number) => Between
  /** Takes what webhooks send. */
  readonly deliver?: (request: Request) => Promise<Response>
}

type Dialect = 'gitea' | 'github'

export function aWorld(options: WorldOptions = {}): World {
  const {
    root = {},
    moreRoots = [],
    cluster: clusterOptions = {},
    dialect = 'gitea',
    account,
    between,
    deliver,
  } = options
  const sandbox = openSandboxCluster({ name: 'prod', isLively: true, ...clusterOptions })
  const now = () => sandbox.clock.now()
  const git = createSandboxGitHost({ baseUrl: gitUrl, dialect, users, now, ...(deliver && { deliver }) })
  git.createRepository({ owner: 'platform', name: 'config' })
  const settings = {
    ...settingsOf([root, ...moreRoots.map((more) => ({ ...root, ...more }))], dialect),
    ...(options.api && { api: options.api }),
  }
  const host = (asked?: Between) => openGit(git, sandbox, dialect, asked)
  let instances = 0

  function start(): Instance {
    instances += 1
    const cluster = sandbox.open(account, between?.('cluster', instances))
    return anInstance(settings, git, host(between?.('git', instances)), sandbox, cluster, instances)
  }

  return {
    git,
    sandbox,
    commit: (files, message = 'change') => git.commit(fullName, 'main', { files, message }),
    propose(files, { branch = 'topic', title = branch, from } = {}) {
      if (from !== undefined) git.fork(fullName, from)
      const source: typeof fullName | `${string}/config` = from === undefined ? fullName : `${from}/config`
      const head = git.commit(source, branch, { files, message: title })
      const number = git.openPullRequest(fullName, { head: branch, title, ...(from && { from }) })
      return { number, head }
    },
    start,
    async statuses(commit) {
      const { feedback } = host()
      const found = (await feedback?.statuses(repository, commit)) ?? []
      return Object.fromEntries(
        found.map(({ context, state, description }) => [context, `${state}: ${description}`]),
      )
    },
  }
}

function openGit(
  git: SandboxGitHost,
  { clock }: SandboxCluster,
  dialect: Dialect,
  between: Between = (_, answer) => answer(),
): GitHost {
  const connection = {
    name: 'git',
    baseUrl: gitUrl,
    fetch: (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      return between(request, () => git.fetch(request))
    },
    sleep: async (milliseconds: number) => clock.advance(milliseconds),
    now: () => clock.now(),
    random: () => 0.5,
  }
  return dialect === 'gitea'
    ? createGiteaHost({ ...connection, token: 't' })
    : createGithubHost({ ...connection, access: { kind: 'token', token: 't' } })
}

function anInstance(
  settings: Settings,
  git: SandboxGitHost,
  host: GitHost,
  sandbox: SandboxCluster,
  cluster: Cluster,
  number: number,
): Instance {
  const due: { readonly job: Job; readonly at: number }[] = []
  const logged: { message: string; facts: { readonly [key: string]: Json } }[] = []
  let calls = 0
  const ports: Ports = {
    settings,
    version: '0.0.0',
    host: () => host,
    cluster: () => cluster,
    queue: {
      async enqueue(job, delaySeconds) {
        due.push({ job, at: sandbox.clock.now() + delaySeconds * 1000 })
      },
    },
    runs: createMemoryRunStore(),
    log: (_, message, facts) => void logged.push({ message, facts }),
    now: () => sandbox.clock.now(),
    unique: () => `instance-${number}-call-${++calls}`,
    mask: maskerOf(new Uint8Array(32)),
    builtins,
    objects: createObjectCache(),
    renders: createRenderCache(),
    rosters: createRosterCache(),
  }
  return {
    ports,
    logged,
    get waiting() {
      return due.map(({ job }) => job)
    },
    push(commit, id = `delivery-${commit.slice(0, 7)}`, before) {
      const known = before === undefined ? {} : { before }
      const trigger = {
        kind: 'push',
        host: 'git',
        repository,
        ref: 'refs/heads/main',
        after: commit,
        deliveryId: id,
        ...known,
      } as const
      due.push({ job: { kind: 'push', trigger }, at: sandbox.clock.now() })
    },
    pullRequest(number, asked) {
      const trigger = {
        kind: 'pullRequest',
        host: 'git',
        repository,
        number,
        deliveryId: `pull-${number}`,
        ...(asked && { asked }),
      } as const
      due.push({ job: { kind: 'pullRequest', trigger }, at: sandbox.clock.now() })
    },
    comment(number, author, command, head) {
      const commentId = git.comment(fullName, number, commandText(command), author)
      this.hear({ number, commentId, author, command, ...(head && { head }) })
      return commentId
    },
    hear(comment) {
      const about = { kind: 'comment', host: 'git', repository, ...comment } as const
      const trigger = { ...about, deliveryId: `comment-${comment.commentId}` }
      due.push({ job: { kind: 'comment', trigger }, at: sandbox.clock.now() })
    },
    resume: () => perform(ports, { kind: 'start' }),
    async run(isOver = () => false) {
      for (let jobs = 0; due.length > 0 && !isOver(); jobs++) {
        if (jobs > mostJobs) throw new Error('the jobs do not come to an end')
        due.sort((a, b) => a.at - b.at)
        const next = due.shift()
        if (next === undefined) return
        sandbox.clock.advance(Math.max(0, next.at - sandbox.clock.now()))
        await perform(ports, next.job)
      }
    },
  }
}

function settingsOf(roots: readonly Partial<Root>[], kind: Dialect): Settings {
  return {
    installation: 'test',
    roots: roots.map((root) => ({
      repository: `${gitUrl}/platform/config.git`,
      revision: 'main',
      path: 'root',
      mode: 'sync',
      cluster: 'prod',
      allow: { namespaces: ['shop', 'other'], namespacedKinds: ['*'], clusterKinds: ['*'] },
      ...root,
    })),
    clusters: [{ name: 'prod', server: 'https://sandbox.test' }],
    hosts: [{ name: 'git', kind, address: gitUrl, webhookSecrets: [], repositories: ['platform/*'] }],
    brakes: { pruneObjects: 20, pruneShare: 0.5, hookSeconds: 600, waveSeconds: 1800 },
    sweep: { seconds: 180 },
  }
}

/** The declaration of an application that is synced by itself; `more` is YAML below `syncPolicy.automated`. */
export function declaration(
  name: string,
  options: { readonly policy?: string; readonly namespace?: string } = {},
): string {
  const { policy = 'automated: {}', namespace = 'shop' } = options
  return `
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name} }
spec:
  project: default
  source: { repoURL: ${gitUrl}/platform/config.git, path: apps/${name}, targetRevision: main }
  destination: { server: https://kubernetes.default.svc, namespace: ${namespace} }
  syncPolicy:
    ${policy}
    syncOptions: [CreateNamespace=true]
`
}

export function deployment(name: string, image: string, wave = 0): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, annotations: { argocd.argoproj.io/sync-wave: "${wave}" } }
spec:
  replicas: 2
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: main, image: "registry.example/${name}:${image}" }] }
`
}

export function configMap(name: string, value: string, wave = 0): string {
  return `
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, annotations: { argocd.argoproj.io/sync-wave: "${wave}" } }
data: { value: "${value}" }
`
}

export function hook(name: string, phase: string, tag = '1'): string {
  return `
apiVersion: batch/v1
kind: Job
metadata: { name: ${name}, annotations: { argocd.argoproj.io/hook: ${phase} } }
spec:
  template:
    spec: { restartPolicy: Never, containers: [{ name: main, image: "registry.example/job:${tag}" }] }
`
}
