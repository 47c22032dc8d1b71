import type { Files } from './applications.ts'

/** What the process of the sandbox is asked to do, and what each answers. */
export interface SandboxCalls {
  /** Milliseconds that each request to the Git host and to the cluster takes at least, from now on. */
  latency(milliseconds: number): undefined
  hook(url: string, secret: string): undefined
  /** The commit that is the tip of the branch then; webhooks are told of it. */
  commit(branch: string, files: Files): string
  /** Into `main`; its number. */
  openPull(branch: string): number
  /** Once a status is not pending any more: what it says, and when it was written. */
  verdict(commit: string, context: string): StatusSeen
  /** What was told to hooks at `captureUrl` since the last call. */
  captured(): readonly CapturedDelivery[]
  /** Of the handler since the last call: how often what was asked for. */
  requests(): Requests
}

export interface StatusSeen {
  readonly state: string
  readonly description: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface CapturedDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Requests {
  readonly git: number
  readonly cluster: number
  /** `cluster LIST deployments`: how often. */
  readonly kinds: Readonly<Record<string, number>>
}

export interface SandboxAddresses {
  readonly gitUrl: string
  readonly clusterUrl: string
}

export const gitToken = 'bench-git-token'
export const clusterToken = 'bench-cluster-token'
export const repository = 'platform/config'

/** Nobody is there: what a hook at this address is told is kept for whoever asks. */
export const captureUrl = 'http://capture.invalid/'
