import type { Repository } from '../git/repository.ts'

/** What a host tells of how it is set up for us. Only an operator's check asks; errors are `GitHostError`. */
export interface HostSetup {
  /** Reading is shown by reading: what is asked here is whether answers can be given. */
  access(repository: Repository): Promise<RepositoryAccess>
  /** What tells us of pushes and pull requests; undefined where whoever asks may not know it. */
  webhooks(repository: Repository): Promise<readonly Webhook[] | undefined>
}

export interface RepositoryAccess {
  /** May commit statuses be written? */
  readonly statuses: Allowed
  /** May comments on pull requests be written? */
  readonly comments: Allowed
}

/** `not-known` where the host does not tell without a write. */
export type Allowed = 'yes' | 'no' | 'not-known'

export interface Webhook {
  readonly url: string
  readonly active: boolean
  /** Events, in the words of the host, that it should tell of and does not. */
  readonly missingEvents: readonly string[]
  /** A delivery is only understood as JSON. */
  readonly isJson: boolean
  /** Absent where the host does not tell. */
  readonly hasSecret?: boolean
  /** Pushes to branches that this glob does not match are not told; absent: all are. */
  readonly branches?: string
  /** Absent where there was none, or the host does not tell. 0: the receiver did not answer. */
  readonly lastStatus?: number
}
