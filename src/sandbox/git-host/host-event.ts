/** What one delivery tells, in the words of its host. */
export interface HostEvent {
  readonly event: 'push' | 'create' | 'delete' | 'pull_request' | 'issue_comment' | 'merge_group'
  /** Gitea's, where it is not the event itself; hooks of the event `pull_request` get all of them. */
  readonly type?: 'pull_request_sync' | 'pull_request_comment'
  readonly payload: Readonly<Record<string, unknown>>
}
