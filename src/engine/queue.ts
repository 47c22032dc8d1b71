import type { CommentTrigger, MergeGroupTrigger, PullRequestTrigger, PushTrigger } from './trigger.ts'

/**
 * Work that outlives a call, as data: whoever performs it re-derives everything else from Git and the cluster.
 * `continue` goes on with an application's running operation.
 */
export type Job = Work & {
  /** How often it could not be done so far. */
  readonly tries?: number
}

type Work =
  /** A handler has started. */
  | { readonly kind: 'start' }
  | {
      readonly kind: 'push'
      readonly trigger: PushTrigger
      /** How often the host still gave the commit from before the push. */
      readonly staleReads?: number
    }
  /** Plan a pull request, or end its story. */
  | {
      readonly kind: 'pullRequest'
      readonly trigger: PullRequestTrigger
      /**
       * Its base has moved, and these applications with it: where it changes none of them, a green plan stands. Until
       * there is another, the status of the one before stays.
       */
      readonly moved?: readonly string[]
    }
  | { readonly kind: 'comment'; readonly trigger: CommentTrigger }
  | { readonly kind: 'mergeGroup'; readonly trigger: MergeGroupTrigger }
  /** Look at every application; where somebody asked, also where that was just done. */
  | { readonly kind: 'sweep'; readonly asked?: true }
  | {
      readonly kind: 'continue'
      readonly application: string
      readonly deliveryId: string
      /** Further applications that fell due with it, so that what is the same for all is read once. */
      readonly together?: readonly string[]
    }

/** The port to whatever calls us again. Losing a job loses no sync: the sweep finds the operation. */
export interface Queue {
  enqueue(job: Job, delaySeconds: number): Promise<void>
}
