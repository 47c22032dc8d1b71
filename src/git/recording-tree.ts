import { compareBytes } from './byte-order.ts'
import type { Input, Inputs } from './inputs.ts'
import { normalisePath } from './path.ts'
import { SourceError } from './source-error.ts'
import type { LocatedEntry, SourceBytes, SourceFile, SourceTree, TreeEntry } from './source-tree.ts'

export interface Recording {
  /** Answers as the recorded tree does. */
  readonly tree: SourceTree
  /** What was asked so far. */
  inputs(): Inputs
}

/**
 * Watches a source tree. A directory that was only looked up is recorded without its id, so that a change below it
 * counts only for who lists it; one that a symlink leads to keeps its id, for the symlink may lead elsewhere. A path that cannot be followed (a symlink that leaves, a submodule on the way) is
 * recorded as absent.
 */
export function recordInputs(tree: SourceTree): Recording {
  const inputs = new Map<string, Input>()

  function record(path: string, entry: TreeEntry | undefined, listed = false): void {
    const input = inputOf(normalisePath(path), entry, listed)
    if (inputs.get(input.path)?.id === undefined) inputs.set(input.path, input)
  }

  async function lookup(path: string): Promise<LocatedEntry | undefined> {
    const entry = await recordingFailure(path, () => tree.lookup(path))
    record(path, entry, entry !== undefined && entry.path !== normalisePath(path))
    return entry
  }

  async function list(path: string): Promise<readonly TreeEntry[]> {
    const entries = await recordingFailure(path, () => tree.list(path))
    record(path, await tree.lookup(path), true)
    return entries
  }

  async function read(path: string): Promise<SourceFile> {
    const file = await recordingFailure(path, () => tree.read(path))
    record(path, { name: '', kind: 'file', id: file.id })
    return file
  }

  async function readBytes(path: string): Promise<SourceBytes> {
    const file = await recordingFailure(path, () => tree.readBytes(path))
    record(path, { name: '', kind: 'file', id: file.id })
    return file
  }

  /** A refused path is an input like any other: when it changes, the refusal may be gone. */
  async function recordingFailure<T>(path: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      if (error.code !== 'bad-path') record(path, await lookupOrAbsent(tree, path))
      throw error
    }
  }

  return {
    tree: { lookup, list, read, readBytes, prefetch: (paths) => tree.prefetch(paths) },
    inputs: () => [...inputs.values()].sort((a, b) => compareBytes(a.path, b.path)),
  }
}

/** The entry at a path, undefined also where the path cannot be followed. */
export async function lookupOrAbsent(tree: SourceTree, path: string): Promise<LocatedEntry | undefined> {
  try {
    return await tree.lookup(path)
  } catch (error) {
    if (error instanceof SourceError) return undefined
    throw error
  }
}

function inputOf(path: string, entry: TreeEntry | undefined, listed: boolean): Input {
  if (entry === undefined) return { path, kind: 'absent' }
  if (entry.kind !== 'directory') return { path, kind: 'file', id: entry.id }
  return listed ? { path, kind: 'directory', id: entry.id } : { path, kind: 'directory' }
}
