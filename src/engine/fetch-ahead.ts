import type { SourceTree } from '../git/source-tree.ts'
import { GitHostError } from '../githost/git-host-error.ts'
import type { Roster } from './roster.ts'

/**
 * Reads what all remembered applications will need for their renders, in few requests. What the Git host does not give
 * now is read again, and told, by whoever needs it.
 */
export async function fetchAhead({ entries }: Pick<Roster, 'entries'>): Promise<void> {
  const wanted = new Map<SourceTree, string[]>()
  for (const { source } of entries) {
    if (source.kind !== 'remembered') continue
    const files = source.inputs.filter(({ kind }) => kind === 'file').map(({ path }) => path)
    wanted.set(source.tree, [...(wanted.get(source.tree) ?? []), ...files])
  }
  for (const [tree, paths] of wanted) {
    try {
      await tree.prefetch(paths)
    } catch (error) {
      if (!(error instanceof GitHostError)) throw error
    }
  }
}
