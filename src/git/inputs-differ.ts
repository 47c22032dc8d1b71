import type { Input, Inputs } from './inputs.ts'
import { lookupOrAbsent } from './recording-tree.ts'
import type { SourceTree } from './source-tree.ts'

const lookupsAtOnce = 16

/**
 * Would a render that asked for these inputs get another answer from this tree? Looks up the recorded paths and
 * nothing else, directories first, and stops at the first difference. A directory that is equal does not vouch for
 * the paths below it, since a symlink among them may point elsewhere.
 */
export async function inputsDiffer(inputs: Inputs, tree: SourceTree): Promise<boolean> {
  const ordered = [...inputs.filter(isDirectory), ...inputs.filter((input) => !isDirectory(input))]
  for (let start = 0; start < ordered.length; start += lookupsAtOnce) {
    const batch = ordered.slice(start, start + lookupsAtOnce)
    const differences = await Promise.all(batch.map((input) => differs(input, tree)))
    if (differences.includes(true)) return true
  }
  return false
}

async function differs(input: Input, tree: SourceTree): Promise<boolean> {
  const entry = await lookupOrAbsent(tree, input.path)
  if (entry === undefined) return input.kind !== 'absent'
  if (entry.kind === 'directory')
    return !isDirectory(input) || (input.id !== undefined && input.id !== entry.id)
  return input.kind !== 'file' || input.id !== entry.id
}

function isDirectory(input: Input): boolean {
  return input.kind === 'directory'
}
