/** A GitHub App as its host knows it. */
export interface SandboxApp {
  readonly id: string
  readonly slug: string
  /** Owners whose repositories it is installed on. */
  readonly owners: readonly string[]
  /** Where its own webhook leads. */
  readonly hookUrl?: string
  /** Is this token signed with the App's key? Who it says it is, and until when, is looked at here. */
  verify(jwt: string): boolean
}
