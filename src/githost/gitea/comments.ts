import type { Repository } from '../../git/repository.ts'
import type { Comment, PullRequests } from '../pull-requests.ts'
import { fieldAt, listOf, numberAt, textAt } from './answer.ts'
import { malformed } from './failure.ts'
import type { GiteaApi } from './gitea-api.ts'

type Comments = Pick<PullRequests, 'comments' | 'createComment' | 'updateComment' | 'deleteComment' | 'react'>

/** Comments of pull requests, which Gitea counts as issues. Their list is never paged. */
export function createComments(api: GiteaApi): Comments {
  const at = (id: number, ...rest: readonly string[]) => ['issues', 'comments', String(id), ...rest]

  return {
    async comments(repository, number) {
      const asked = `the comments of pull request ${number}`
      const listed = listOf(await api({ repository, path: ofPull(number), asked }))?.map(readComment)
      if (listed === undefined) throw malformed(repository, asked)
      return listed.map((comment) => comment ?? fail(repository, asked))
    },
    async createComment(repository, number, body) {
      const asked = `a comment on pull request ${number}`
      const answer = await api({ repository, path: ofPull(number), body: { body }, asked })
      return readComment(answer) ?? fail(repository, asked)
    },
    async updateComment(repository, id, body) {
      const asked = `comment ${id}`
      const path = at(id)
      const answer = await api({ repository, path, method: 'PATCH', body: { body }, asked, absentOn: [404] })
      if (answer === undefined) return 'gone'
      // Nobody is named as the author of a comment that stays the same.
      return numberAt(answer, 'id') === id ? 'updated' : fail(repository, asked)
    },
    async deleteComment(repository, id) {
      const asked = `comment ${id}`
      const answer = await api({ repository, path: at(id), method: 'DELETE', asked, absentOn: [404] })
      if (answer === undefined) return 'gone'
      return answer === null ? 'deleted' : fail(repository, asked)
    },
    async react(repository, id, reaction) {
      const asked = `a reaction to comment ${id}`
      const answer = await api({ repository, path: at(id, 'reactions'), body: { content: reaction }, asked })
      if (textAt(answer, 'content') !== reaction) throw malformed(repository, asked)
    },
  }
}

function ofPull(number: number): readonly string[] {
  return ['issues', String(number), 'comments']
}

function readComment(value: unknown): Comment | undefined {
  const id = numberAt(value, 'id')
  const author = textAt(fieldAt(value, 'user'), 'login')
  const body = textAt(value, 'body')
  const createdAt = textAt(value, 'created_at')
  if (id === undefined || author === undefined || body === undefined || createdAt === undefined)
    return undefined
  return { id, author, body, createdAt }
}

function fail(repository: Repository, asked: string): never {
  throw malformed(repository, asked)
}
