import { glob } from '../kube/regexp.ts'
import type { Fields } from './fields.ts'

const malformed = 'is no glob: * and ? stand for anything, {a,b} for one of several, [a-z] for one of a range'

/** A list of globs, each of which can be matched. They only permit: none takes back what another gives. */
export function readGlobs(fields: Fields, key: string): readonly string[] {
  const globs = fields.texts(key)
  for (const [index, pattern] of globs.entries()) {
    if (pattern === '') fields.problemInList(key, index, 'must not be empty')
    else if (pattern.startsWith('!'))
      fields.problemInList(key, index, 'cannot refuse; list what is permitted')
    else if (glob(pattern) === undefined) fields.problemInList(key, index, malformed)
  }
  return globs
}

/** One glob; undefined when it is missing or empty. */
export function readGlob(fields: Fields, key: string): string | undefined {
  const pattern = fields.nonEmptyText(key)
  if (pattern !== undefined && glob(pattern) === undefined) fields.problem(key, malformed)
  return pattern
}
