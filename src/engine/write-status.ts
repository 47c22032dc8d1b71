import type { Commit } from '../git/commit.ts'
import type { CommitStatus, Feedback } from '../githost/feedback.ts'
import { statusPage } from '../report/console-address.ts'
import type { Ports } from './ports.ts'

/** Writes a commit status, with a link to its page where the settings say where the console is. `standing`, where known, is what stands there. */
export async function writeCommitStatus(
  { settings }: Pick<Ports, 'settings'>,
  feedback: Feedback,
  { repository, sha }: Commit,
  status: CommitStatus,
  standing?: readonly CommitStatus[],
): Promise<'written' | 'same'> {
  const address = settings.api?.url
  const target =
    address === undefined ? {} : { targetUrl: statusPage(address, { repository, sha }, status.context) }
  return feedback.ensureStatus(repository, sha, { ...status, ...target }, standing)
}
