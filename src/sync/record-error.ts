import { PlumblineError } from '../errors.ts'

/**
 * A record in the cluster that cannot be used: `corrupt` was edited by hand or damaged, `newer-version` was written by
 * a later release. Nothing is synced until an operator decides what becomes of it.
 */
export class RecordError extends PlumblineError<'corrupt' | 'newer-version'> {}

export interface RecordSubject {
  /** `configmaps plumbline/operation-…`. */
  readonly object: string
  readonly cluster: string
}

export function corruptRecord(subject: RecordSubject, what: string): RecordError {
  const advice = 'restore it, or delete it and let the next sync begin anew'
  return new RecordError('corrupt', `${subject.object}: ${what}; ${advice}`, {
    turn: 'operator',
    retryable: false,
    subject: { ...subject },
  })
}

export function newerRecord(subject: RecordSubject, version: number): RecordError {
  const what = `it has version ${version} and this release knows version 1`
  return new RecordError('newer-version', `${subject.object}: ${what}; run the newer release`, {
    turn: 'operator',
    retryable: false,
    subject: { ...subject },
  })
}
