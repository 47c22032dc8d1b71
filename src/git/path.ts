import { SourceError } from './source-error.ts'

/**
 * A repository path in its one spelling: `/` between names, no empty or `.` segments, the root as ''.
 * Throws `bad-path` for what is absolute, climbs with `..`, or holds a backslash or NUL.
 */
export function normalisePath(path: string): string {
  if (path.startsWith('/'))
    throw badPath(path, 'is absolute; paths are relative to the root of the repository')
  const names = segments(path)
  if (names.includes('..')) throw badPath(path, 'leaves through "..", which is not followed here')
  return names.join('/')
}

/**
 * The path that `relative` names when read in the directory `base`. `..` climbs, but not out of the repository:
 * then the answer is undefined, as for an absolute path. Throws `bad-path` for a backslash or NUL.
 */
export function resolvePath(base: string, relative: string): string | undefined {
  if (relative.startsWith('/')) return undefined
  const names = segments(base)
  for (const name of segments(relative)) {
    if (name !== '..') names.push(name)
    else if (names.pop() === undefined) return undefined
  }
  return names.join('/')
}

/** The directory that holds a normalised path; the root holds itself. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}

/** How a normalised path is written in a directory: `../base/a.yaml` in `prod`. */
export function relativePath(directory: string, path: string): string {
  const base = directory === '' ? [] : directory.split('/')
  const names = path.split('/')
  const common = base.findIndex((name, index) => name !== names[index])
  const shared = common < 0 ? base.length : common
  return [...base.slice(shared).map(() => '..'), ...names.slice(shared)].join('/')
}

/** One relative way behind another, as it is written, without `.`, and without what `..` takes back: `../a`, `../b` is `../b`. */
export function joinWays(way: string, next: string): string {
  const names: string[] = []
  for (const name of `${way}/${next}`.split('/').filter((name) => name !== '' && name !== '.')) {
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop()
    else names.push(name)
  }
  return names.join('/')
}

export function joinPath(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`
}

function segments(path: string): string[] {
  if (path.includes('\\')) throw badPath(path, 'holds a backslash; write "/" between names')
  if (path.includes('\0')) throw badPath(path.replaceAll('\0', '\u2400'), 'holds a NUL character')
  return path.split('/').filter((name) => name !== '' && name !== '.')
}

function badPath(path: string, what: string): SourceError {
  return new SourceError('bad-path', path, what)
}
