import { PlumblineError } from '../errors.ts'
import type { Inputs } from '../git/inputs.ts'
import { SourceError } from '../git/source-error.ts'
import { YamlError } from '../kube/yaml-error.ts'

export type RenderErrorCode =
  /** Known, and not done here: the message names file and field. */
  | 'unsupported'
  | 'invalid'
  | 'missing'
  /** Over one of the caps. */
  | 'too-large'
  /** A file that the source tree refuses: a symlink that leaves, a submodule, an LFS pointer. */
  | 'unreadable'

/** Where in the sources something stands. `line` counts from 1. */
export interface Place {
  readonly file: string
  readonly line?: number
  /** From the root of the document: `patches[0].target.name`. */
  readonly field?: string
}

/** The place of a field below another one. */
export function inField(place: Place, name: string): Place {
  return {
    ...place,
    field: place.field === undefined || place.field === '' ? name : `${place.field}.${name}`,
  }
}

export interface RenderProblem extends Place {
  readonly code: RenderErrorCode
  /** Without the place; quotes names and keys, never values of Secrets. */
  readonly message: string
}

const shownProblems = 20

/** An application's source cannot be rendered. It is the author's turn; every problem found so far is listed. */
export class RenderError extends PlumblineError<RenderErrorCode> {
  readonly problems: readonly RenderProblem[]
  /** What the failed render had read: the same render fails until one of them changes. */
  readonly inputs: Inputs

  constructor(problems: readonly [RenderProblem, ...RenderProblem[]], inputs: Inputs = [], cause?: unknown) {
    const [{ code, file, line, field }] = problems
    const subject = { file, ...(line && { line }), ...(field && { field }) }
    super(code, describe(problems), { subject, turn: 'author', retryable: false, cause })
    this.problems = problems
    this.inputs = inputs
  }
}

function describe(problems: readonly RenderProblem[]): string {
  const lines = problems.slice(0, shownProblems).map(formatProblem)
  const more = problems.length - lines.length
  return (more > 0 ? [...lines, `and ${more} more problems`] : lines).join('\n')
}

export function formatProblem({ file, line, field, message }: RenderProblem): string {
  const where = line === undefined ? file : `${file}:${line}`
  return field === undefined || field === '' ? `${where}: ${message}` : `${where}: ${field}: ${message}`
}

export function fail(place: Place, message: string, code: RenderErrorCode = 'invalid'): never {
  throw new RenderError([{ code, ...place, message }])
}

export function failWith(problems: readonly RenderProblem[]): void {
  const [first, ...others] = problems
  if (first) throw new RenderError([first, ...others])
}

/** What the author can mend in an error of the layers below; undefined for everything else. */
export function problemsOf(error: unknown, place: Place): readonly RenderProblem[] | undefined {
  if (error instanceof RenderError) return error.problems
  if (error instanceof YamlError)
    return [{ code: codeOf(error.code), ...ownPlace(error, place), message: bare(error) }]
  if (error instanceof SourceError) {
    const code = error.code === 'missing' ? 'missing' : codeOf(error.code)
    return [
      {
        code: code === 'invalid' ? 'unreadable' : code,
        ...place,
        message: withoutPath(error.message, place.file),
      },
    ]
  }
  return undefined
}

/** Runs `work`; errors of the layers below come out as a `RenderError` at `place`. */
export async function at<T>(place: Place, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const problems = problemsOf(error, place)
    if (problems) failWith(problems)
    throw error
  }
}

/**
 * Runs `work`; its problems say what was being done, the outermost first. Refusals and caps speak for themselves.
 * `doing` is put before a message, or makes another of it.
 */
export async function within<T>(
  doing: string | ((message: string) => string),
  work: () => Promise<T> | T,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const wrap = typeof doing === 'string' ? (message: string) => `${doing}: ${message}` : doing
    failWith(
      error.problems.map((problem) =>
        problem.code === 'unsupported' || problem.code === 'too-large'
          ? problem
          : { ...problem, message: wrap(problem.message) },
      ),
    )
    throw error
  }
}

function ownPlace(error: YamlError, place: Place): Place {
  return error.subject.file === undefined ? place : { file: error.subject.file, line: error.line }
}

function bare(error: YamlError): string {
  const prefix = `${error.subject.file}:${error.line}: `
  return error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message
}

/** The place names the file already. */
function withoutPath(message: string, file: string | undefined): string {
  const prefix = `${file}: `
  return message.startsWith(prefix) ? message.slice(prefix.length) : message
}

function codeOf(code: string): RenderErrorCode {
  return code.startsWith('too-') || code === 'alias-limit' ? 'too-large' : 'invalid'
}
