import type { Ports } from './ports.ts'
import type { PullRequestTrigger } from './trigger.ts'

/** Plans what merging a pull request would do, and answers on it. */
export async function previewPullRequest(_ports: Ports, _trigger: PullRequestTrigger): Promise<void> {
  throw new Error('nothing enqueues this yet')
}
