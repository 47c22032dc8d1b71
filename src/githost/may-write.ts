import type { Repository } from '../git/repository.ts'
import { textAt } from './answer.ts'
import { malformed } from './failure.ts'
import type { HostApi } from './host-api.ts'

const mayWriteAs: ReadonlySet<string> = new Set(['write', 'admin', 'owner'])

/**
 * Gitea tells it to administrators of the repository, and to everybody about themselves; GitHub to whoever may write,
 * and calls those who maintain a repository writers here.
 */
export async function mayWrite(api: HostApi, repository: Repository, login: string): Promise<boolean> {
  const asked = `the permission of ${login}`
  const path = ['collaborators', login, 'permission']
  const answer = await api({ repository, path, asked, absentOn: [404] })
  if (answer === undefined) return false
  const permission = textAt(answer, 'permission')
  if (permission === undefined) throw malformed(repository, asked)
  return mayWriteAs.has(permission)
}
