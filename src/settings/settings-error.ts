import { type ErrorDetails, PlumblineError } from '../errors.ts'

export type SettingsErrorCode = 'missing' | 'unreadable' | 'invalid' | 'no-secret'

/** One thing that is wrong with the settings. `line` counts from 1. */
export interface SettingsProblem {
  /** As people read it: `roots[0].mode`; empty for the document itself. */
  readonly field: string
  readonly line: number
  readonly message: string
}

/** The settings, or a secret they point at, cannot be used. It is always the operator's turn. */
export class SettingsError extends PlumblineError<SettingsErrorCode> {
  /** Everything that is wrong, in the order of the document. */
  readonly problems: readonly SettingsProblem[]

  constructor(
    code: SettingsErrorCode,
    message: string,
    details: Pick<ErrorDetails, 'subject' | 'cause'> & { problems?: readonly SettingsProblem[] } = {},
  ) {
    super(code, message, { ...details, turn: 'operator', retryable: false })
    this.problems = details.problems ?? []
  }
}
