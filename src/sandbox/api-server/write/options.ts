import {
  type FieldError,
  forbiddenField,
  invalidOptions,
  required,
  tooLong,
  unsupported,
} from '../field-error.ts'

export interface WriteOptions {
  readonly dryRun: boolean
  readonly fieldManager: string
  readonly force: boolean
  readonly fieldValidation: 'Ignore' | 'Warn' | 'Strict'
}

export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'ApplyOptions'

/**
 * The query of a write. Refuses what is no option; a writer without a name is called by its user agent.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#dry-run
 */
export function readWriteOptions(kind: OptionsKind, query: URLSearchParams, userAgent: string): WriteOptions {
  const isApply = kind === 'ApplyOptions'
  const shownKind = isApply ? 'PatchOptions' : kind
  const fail = (error: FieldError) => invalidOptions(shownKind, error)
  const given = query.get('fieldManager') ?? ''
  const force = query.get('force')
  if (isApply && given === '') throw fail(required('fieldManager', 'is required for apply patch'))
  if (!isApply && force !== null)
    throw fail(forbiddenField('force', 'may not be specified for non-apply patch'))
  if (new TextEncoder().encode(given).length > 128) throw fail(tooLong('fieldManager', 128))
  return {
    dryRun: readDryRun(query.getAll('dryRun'), shownKind),
    fieldManager: given === '' ? defaultManager(userAgent) : given,
    force: force === 'true' || force === '1',
    fieldValidation: readValidation(query.get('fieldValidation') ?? '', fail),
  }
}

export function readDryRun(values: readonly string[], kind: string): boolean {
  const bad = values.filter((value) => value !== 'All')
  if (bad.length > 0) throw invalidOptions(kind, unsupported('dryRun', [...values], ['All']))
  return values.length > 0
}

function readValidation(text: string, fail: (error: FieldError) => Error): WriteOptions['fieldValidation'] {
  if (text === '') return 'Warn'
  if (text === 'Ignore' || text === 'Warn' || text === 'Strict') return text
  throw fail(unsupported('fieldValidation', text, ['Ignore', 'Warn', 'Strict']))
}

function defaultManager(userAgent: string): string {
  return userAgent.split('/')[0]?.slice(0, 128) || 'unknown'
}
