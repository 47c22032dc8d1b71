/** What one delivery tells. */
export interface GiteaEvent {
  readonly event: 'push' | 'create' | 'delete' | 'pull_request' | 'issue_comment'
  /** Where it is not the event itself; hooks of the event `pull_request` get all of them. */
  readonly type?: 'pull_request_sync' | 'pull_request_comment'
  readonly payload: Readonly<Record<string, unknown>>
}
