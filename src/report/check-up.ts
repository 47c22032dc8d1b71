/** What a look at the settings, and at all that they name, found. */
export interface CheckUp {
  /** In the order of the settings. */
  readonly findings: readonly Finding[]
}

/**
 * `right`; `note`: nothing to mend, or nothing that could be found out; `wrong`: somebody has to act; `no-answer`: it
 * could not be found out, and may be another time.
 */
export type Verdict = 'right' | 'note' | 'wrong' | 'no-answer'

export interface Finding {
  /** The part of the settings: `hosts: forge`. */
  readonly about: string
  readonly verdict: Verdict
  /** What is so and, where it is wrong, what to do. It may hold text from outside. */
  readonly says: string
}
