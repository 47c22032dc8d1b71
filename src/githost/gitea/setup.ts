import type { Repository } from '../../git/repository.ts'
import { fieldAt, listOf, textAt } from '../answer.ts'
import { malformed } from '../failure.ts'
import { GitHostError } from '../git-host-error.ts'
import type { HostApi, HostRequest } from '../host-api.ts'
import type { Allowed, HostSetup, RepositoryAccess, Webhook } from '../host-setup.ts'

/** `pull_request_comment` is what a comment on a pull request is here. */
const neededEvents = ['push', 'delete', 'pull_request', 'pull_request_sync', 'pull_request_comment']

const perPage = 50
const mostPages = 20

/**
 * Gitea tells what an account may do, not what its token may: that shows in how it refuses to change a pull request and
 * a comment that no repository has, which are numbered from 1.
 */
export function createSetup(api: HostApi): HostSetup {
  return {
    access: (repository) => readAccess(api, repository),
    webhooks: (repository) => readWebhooks(api, repository),
  }
}

async function readAccess(api: HostApi, repository: Repository): Promise<RepositoryAccess> {
  const asked = 'the repository'
  const permissions = fieldAt(await api({ repository, path: [], asked }), 'permissions')
  const mayPush = fieldAt(permissions, 'push')
  if (typeof mayPush !== 'boolean') throw malformed(repository, asked)
  const pull = {
    repository,
    path: ['pulls', '0'],
    method: 'PATCH',
    body: {},
    asked: 'pull request 0',
  } as const
  const comment = {
    repository,
    path: ['issues', 'comments', '0'],
    method: 'DELETE',
    asked: 'comment 0',
  } as const
  return {
    statuses: mayPush ? await isInScope(api, pull) : 'no',
    comments: await isInScope(api, comment),
  }
}

/** What is not there was looked for: the token may do it. */
async function isInScope(api: HostApi, request: HostRequest): Promise<Allowed> {
  try {
    return (await api({ ...request, absentOn: [404] })) === undefined ? 'yes' : 'not-known'
  } catch (error) {
    if (!(error instanceof GitHostError)) throw error
    if (error.code === 'forbidden' || error.code === 'unauthorized') return 'no'
    if (error.code === 'refused') return 'not-known'
    throw error
  }
}

/** An administrator of the repository may list them. */
async function readWebhooks(api: HostApi, repository: Repository): Promise<readonly Webhook[] | undefined> {
  const asked = 'the webhooks'
  const found: Webhook[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { page: String(page), limit: String(perPage) }
    const answer = await api({ repository, path: ['hooks'], query, asked, absentOn: [401, 403, 404] })
    if (answer === undefined) return undefined
    const listed = listOf(answer)
    if (listed === undefined) throw malformed(repository, asked)
    found.push(...listed.map(readWebhook))
    if (listed.length < perPage) break
  }
  return found
}

function readWebhook(value: unknown): Webhook {
  const config = fieldAt(value, 'config')
  const events = listOf(fieldAt(value, 'events')) ?? []
  const branches = textAt(value, 'branch_filter') ?? ''
  return {
    url: textAt(config, 'url') ?? '',
    active: fieldAt(value, 'active') === true,
    missingEvents: neededEvents.filter((event) => !events.includes(event)),
    isJson: textAt(config, 'content_type') === 'json',
    ...(branches === '' || branches === '*' || branches === '**' ? {} : { branches }),
  }
}
