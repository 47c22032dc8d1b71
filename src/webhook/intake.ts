import type { CommentTrigger, MergeGroupTrigger, PullRequestTrigger, PushTrigger } from '../engine/trigger.ts'
import type { Repository } from '../git/repository.ts'

/** One call of a Git host, as it came: headers and raw bytes. Nothing of it is trusted before its signature fits. */
export interface Delivery {
  readonly headers: Headers
  readonly body: Uint8Array
}

/** A configured host whose deliveries may come in on the route: the secret that fits says which one it is. */
export interface WebhookHost {
  readonly name: string
  readonly secrets: readonly string[]
  permits(repository: Repository): boolean
}

export type WebhookTrigger = PushTrigger | PullRequestTrigger | CommentTrigger | MergeGroupTrigger

/** What a delivery is. `ignored` is genuine and means nothing to us, with the reason for people. */
export type Intake =
  | { readonly kind: 'trigger'; readonly trigger: WebhookTrigger }
  | { readonly kind: 'ping'; readonly deliveryId: string }
  | { readonly kind: 'ignored'; readonly deliveryId: string; readonly reason: string }
  | { readonly kind: 'rejected'; readonly status: 400 | 401; readonly reason: string }
