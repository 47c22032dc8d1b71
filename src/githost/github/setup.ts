import type { Repository } from '../../git/repository.ts'
import { fieldAt, listOf, numberAt, textAt } from '../answer.ts'
import { malformed } from '../failure.ts'
import type { HostApi } from '../host-api.ts'
import type { Allowed, HostSetup, RepositoryAccess, Webhook } from '../host-setup.ts'

const neededEvents = ['push', 'pull_request', 'issue_comment']
const perPage = '100'

interface Account {
  readonly host: string
  readonly isApp: boolean
  /** What the header of the last answer said; absent for tokens whose scopes GitHub does not tell. */
  readonly scopes: () => string | undefined
}

/** https://docs.github.com/en/rest/apps/webhooks and https://docs.github.com/en/rest/repos/webhooks */
export function createSetup(api: HostApi, account: Account): HostSetup {
  return account.isApp
    ? {
        access: (repository) => readAppAccess(api, account, repository),
        webhooks: () => readAppWebhook(api, account),
      }
    : {
        access: (repository) => readTokenAccess(api, account, repository),
        webhooks: (repository) => readWebhooks(api, repository),
      }
}

/** GitHub tells the scopes of a classic token and not what a fine-grained one may. */
async function readTokenAccess(
  api: HostApi,
  { scopes }: Account,
  repository: Repository,
): Promise<RepositoryAccess> {
  const asked = 'the repository'
  const answer = await api({ repository, path: [], asked })
  const isPublic = fieldAt(answer, 'private') === false
  const told = scopes()?.split(/, */)
  const has = (...names: readonly string[]): Allowed =>
    told === undefined ? 'not-known' : names.some((name) => told.includes(name)) ? 'yes' : 'no'
  const forPublic = isPublic ? ['public_repo'] : []
  const mayPush = fieldAt(fieldAt(answer, 'permissions'), 'push') === true
  return {
    statuses: mayPush ? has('repo', 'repo:status', ...forPublic) : 'no',
    comments: has('repo', ...forPublic),
  }
}

async function readAppAccess(
  api: HostApi,
  { host }: Account,
  { owner, name }: Repository,
): Promise<RepositoryAccess> {
  const path = ['repos', owner, name, 'installation']
  const permissions = fieldAt(
    await api({ repository: { host }, path, asked: 'the installation of the App' }),
    'permissions',
  )
  const writes = (permission: string): Allowed => (textAt(permissions, permission) === 'write' ? 'yes' : 'no')
  return { statuses: writes('statuses'), comments: writes('pull_requests') }
}

async function readWebhooks(api: HostApi, repository: Repository): Promise<readonly Webhook[] | undefined> {
  const asked = 'the webhooks'
  const answer = await api({
    repository,
    path: ['hooks'],
    query: { per_page: perPage },
    asked,
    absentOn: [401, 403, 404],
  })
  if (answer === undefined) return undefined
  const listed = listOf(answer)
  if (listed === undefined) throw malformed(repository, asked)
  return listed.map((value) => {
    const status = lastStatus(fieldAt(value, 'last_response'))
    return {
      ...readHook(fieldAt(value, 'config'), fieldAt(value, 'events')),
      active: fieldAt(value, 'active') === true,
      ...(status === undefined ? {} : { lastStatus: status }),
    }
  })
}

function lastStatus(response: unknown): number | undefined {
  const status = textAt(response, 'status')
  return status === undefined || status === 'unused' ? undefined : (numberAt(response, 'code') ?? 0)
}

/** An App has one for all its repositories. */
async function readAppWebhook(api: HostApi, { host }: Account): Promise<readonly Webhook[]> {
  const repository = { host }
  const config = await api({ repository, path: ['app', 'hook', 'config'], asked: 'the webhook of the App' })
  const app = await api({ repository, path: ['app'], asked: 'the App' })
  const deliveries = await api({
    repository,
    path: ['app', 'hook', 'deliveries'],
    query: { per_page: '1' },
    asked: 'the deliveries of the App',
    absentOn: [404],
  })
  const last = numberAt(listOf(deliveries)?.[0], 'status_code')
  if (textAt(config, 'url') === undefined) return []
  const hook = { ...readHook(config, fieldAt(app, 'events')), active: true }
  return [{ ...hook, ...(last === undefined ? {} : { lastStatus: last }) }]
}

function readHook(config: unknown, told: unknown): Omit<Webhook, 'active'> {
  const events = listOf(told) ?? []
  const secret = textAt(config, 'secret') ?? ''
  return {
    url: textAt(config, 'url') ?? '',
    missingEvents: events.includes('*') ? [] : neededEvents.filter((event) => !events.includes(event)),
    isJson: textAt(config, 'content_type') === 'json',
    hasSecret: secret !== '',
  }
}
