import type { CommitSha } from '../../git/commit.ts'
import type { Hosted, StoredPull } from './sandbox-state.ts'

export function findPull(hosted: Hosted, number: number): StoredPull | undefined {
  return hosted.pulls.find((pull) => pull.number === number)
}

/** Its head as the base's repository has it; a deleted branch stays where it was. */
export function headOf(hosted: Hosted, { number }: StoredPull): CommitSha | undefined {
  return hosted.repository.refs.get(headRef(number)) as CommitSha | undefined
}

export function headRef(number: number): string {
  return `refs/pull/${number}/head`
}

export function isDraft({ title, draft }: Pick<StoredPull, 'title' | 'draft'>): boolean {
  return draft === true || /^(?:wip:|\[wip\])/i.test(title)
}
