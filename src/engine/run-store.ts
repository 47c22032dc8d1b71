import type { Commit } from '../git/commit.ts'
import type { Json } from '../kube/json.ts'
import type { Preview } from '../report/preview.ts'
import type { ApplicationReport } from '../report/report.ts'
import type { Trigger } from './trigger.ts'

/** What became of one delivery: which applications it matched and which not, each with the reason. */
export interface DeliveryTrace {
  readonly deliveryId: string
  /** RFC 3339. */
  readonly receivedAt: string
  readonly trigger: Trigger
  readonly applications: readonly Match[]
}

export interface Match {
  readonly application: string
  readonly touched: boolean
  readonly reason: MatchReason
  /** The first path whose content made the difference. */
  readonly path?: string
}

export type MatchReason =
  | 'another-repository'
  | 'inputs-unchanged'
  | 'inputs-changed'
  | 'declaration-changed'
  | 'never-seen'
  | 'same-commit'
  /** It reads nothing that changed, and was not Synced and Healthy: the new head has to say how it stands. */
  | 'not-in-order'
  | 'cannot-be-rendered'

/** One run of one application, masked. */
export interface RunRecord {
  readonly application: string
  readonly deliveryId: string
  /** RFC 3339. */
  readonly at: string
  /** Where its answer stands. */
  readonly on: Commit
  readonly report: ApplicationReport
  readonly detail?: Json
}

/** The port to what may be forgotten: runs, the newest 50 of each application, traces, and plans. Losing them loses no sync. */
export interface RunStore {
  saveRun(run: RunRecord): Promise<void>
  runs(application: string): Promise<readonly RunRecord[]>
  saveTrace(trace: DeliveryTrace): Promise<void>
  trace(deliveryId: string): Promise<DeliveryTrace | undefined>
  /** The newest ones, newest first. */
  traces(): Promise<readonly DeliveryTrace[]>
  /** In place of an older one of the same pull request. */
  savePreview(preview: Preview): Promise<void>
  /** Of all pull requests with this head. */
  previews(head: Commit): Promise<readonly Preview[]>
}
