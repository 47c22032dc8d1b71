import type { Repository } from '../git/repository.ts'
import { fieldAt, listOf, numberAt, textAt } from './answer.ts'
import { malformed } from './failure.ts'
import type { HostApi } from './host-api.ts'
import type { Comment, PullRequests } from './pull-requests.ts'

const mostPages = 1_000

type Comments = Pick<PullRequests, 'comments' | 'createComment' | 'updateComment' | 'deleteComment' | 'react'>

/** Comments of pull requests, which hosts count as issues. Without `perPage`, their list is never paged. */
export function createComments(plainApi: HostApi, perPage?: number): Comments {
  const api: HostApi = (request) => plainApi({ ...request, isFeedback: true })
  const at = (id: number, ...rest: readonly string[]) => ['issues', 'comments', String(id), ...rest]

  return {
    async comments(repository, number) {
      const asked = `the comments of pull request ${number}`
      const found: Comment[] = []
      for (let page = 1; page <= mostPages; page += 1) {
        const query = perPage === undefined ? {} : { per_page: String(perPage), page: String(page) }
        const listed = listOf(await api({ repository, path: ofPull(number), query, asked }))
        if (listed === undefined) throw malformed(repository, asked)
        found.push(...listed.map((comment) => readComment(comment) ?? fail(repository, asked)))
        if (perPage === undefined || listed.length < perPage) return found
      }
      throw malformed(repository, asked)
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
  const user = fieldAt(value, 'user')
  // GitHub's name for whoever is there no more.
  const author = user === null ? 'ghost' : textAt(user, 'login')
  const body = textAt(value, 'body')
  const createdAt = textAt(value, 'created_at')
  if (id === undefined || author === undefined || body === undefined || createdAt === undefined)
    return undefined
  return { id, author, body, createdAt }
}

function fail(repository: Repository, asked: string): never {
  throw malformed(repository, asked)
}
