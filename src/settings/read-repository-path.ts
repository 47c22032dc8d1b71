import { resolvePath } from '../git/path.ts'
import type { Fields } from './fields.ts'

/** A path inside a repository, normalised; the root is the empty string. With `required`, it must be written. */
export function readRepositoryPath(fields: Fields, key: string, required?: string): string {
  const written = fields.text(key)
  if (written === undefined || written === '') {
    if (required !== undefined && (written === '' || !fields.has(key))) fields.problem(key, required)
    return ''
  }
  if (written.includes('\\') || written.includes('\0')) {
    fields.problem(key, 'holds a backslash or a NUL character; write "/" between names')
    return ''
  }
  const path = resolvePath('', written)
  if (path !== undefined) return path
  const problem = written.startsWith('/') ? 'app path is absolute' : 'app path outside root'
  fields.problem(key, `leaves the repository: ${problem}`)
  return ''
}
