import { formatRepository, type Repository } from '../../git/repository.ts'
import type { GitHost } from '../../githost/git-host.ts'
import type { Allowed } from '../../githost/host-setup.ts'
import { mapBounded } from '../../map-bounded.ts'
import type { Finding } from '../../report/check-up.ts'
import { hostOf } from '../../settings/host-of.ts'
import type { HostSettings } from '../../settings.ts'
import type { Ports } from '../ports.ts'
import type { CheckOptions } from './check-options.ts'
import type { Declared } from './check-roots.ts'
import { webhookFindings } from './check-webhooks.ts'
import { asked, type Find, findingsOf, isFinding } from './finding.ts'

const repositoriesAtOnce = 4

/** Who we are there, and what we may do and are told of in each repository that is read. */
export async function checkHost(
  ports: Ports,
  settings: HostSettings,
  declared: Declared,
  options: CheckOptions,
): Promise<readonly Finding[]> {
  const find = findingsOf(`hosts: ${settings.name}`)
  if (settings.kind === 'local') return [find('right', `reads the folder ${settings.address}`)]
  const host = ports.host(settings.name)
  const identity = await checkIdentity(host, settings, find)
  if (identity.verdict === 'no-answer' || identity.verdict === 'wrong') return [identity]
  const found = await mapBounded(
    repositoriesOf(ports, settings, declared),
    repositoriesAtOnce,
    (repository) => checkRepository(host, settings, repository, options),
  )
  return [identity, ...found.flat()]
}

async function checkIdentity(host: GitHost, settings: HostSettings, find: Find): Promise<Finding> {
  if (settings.token === undefined && settings.app === undefined)
    return find(
      'note',
      'it is asked without a token: only what everybody may read is read, and nothing is answered',
    )
  const login = await asked(find, async () => host.pullRequests?.self())
  if (isFinding(login)) return login
  return find('right', `${settings.address} knows us as ${login ?? 'nobody'}`)
}

/** Of the roots, and of all that they declare. */
function repositoriesOf(
  { settings }: Ports,
  host: HostSettings,
  { entries }: Declared,
): readonly Repository[] {
  const urls = [
    ...settings.roots.map((root) => root.repository),
    ...entries.map(({ application }) => application.source.repoURL),
  ]
  const hosted = [...new Set(urls)].map((url) => hostOf(settings, url))
  const own = hosted.flatMap((one) => (one?.host.name === host.name ? [one.repository] : []))
  return [...new Map(own.map((one) => [formatRepository(one).toLowerCase(), one])).values()]
}

async function checkRepository(
  host: GitHost,
  settings: HostSettings,
  repository: Repository,
  options: CheckOptions,
): Promise<readonly Finding[]> {
  const find = findingsOf(`hosts: ${settings.name}: ${repository.owner}/${repository.name}`)
  const contents = await asked(find, async () => {
    await host.rootTree(repository, await host.resolve(repository, 'HEAD'))
  })
  if (isFinding(contents)) return [contents]
  return [
    find('right', 'its contents can be read'),
    ...(await accessFindings(host, settings, repository, find)),
    ...(await webhookFindings(host, settings, repository, options, find)),
  ]
}

async function accessFindings(
  { setup }: GitHost,
  settings: HostSettings,
  repository: Repository,
  find: Find,
): Promise<readonly Finding[]> {
  if (setup === undefined || (settings.token === undefined && settings.app === undefined)) return []
  const access = await asked(find, () => setup.access(repository))
  if (isFinding(access)) return [access]
  const { statuses, comments } = advice(settings)
  return [
    allowed(find, access.statuses, 'commit statuses', statuses),
    allowed(find, access.comments, 'comments on pull requests', comments),
  ]
}

function allowed(find: Find, answer: Allowed, what: string, needs: string): Finding {
  switch (answer) {
    case 'yes':
      return find('right', `${what} may be written`)
    case 'no':
      return find('wrong', `${what} may not be written: ${needs}`)
    case 'not-known':
      return find('note', `whether ${what} may be written is not known, the host does not tell: ${needs}`)
  }
}

/** What the account or token needs, in the words of the host. */
function advice({ kind, app }: HostSettings): { readonly statuses: string; readonly comments: string } {
  if (app !== undefined) {
    return {
      statuses: 'give the App the permission Commit statuses, read and write',
      comments: 'give the App the permission Pull requests, read and write',
    }
  }
  if (kind === 'github') {
    return {
      statuses: 'a fine-grained token needs Commit statuses, read and write; a classic one needs repo',
      comments: 'a fine-grained token needs Pull requests, read and write; a classic one needs repo',
    }
  }
  return {
    statuses: 'the account needs write access to the repository, the token the scope write:repository',
    comments: 'the token needs the scope write:issue',
  }
}
