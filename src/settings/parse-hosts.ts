import { parseRepositoryUrl } from '../git/repository-url.ts'
import type { GithubAppSettings, HostSettings } from '../settings.ts'
import type { Fields } from './fields.ts'
import { present } from './present.ts'
import { readGlobs } from './read-globs.ts'
import { readName } from './read-name.ts'
import { readSecret, readSecrets } from './read-secret.ts'
import { refuseRepeats } from './refuse-repeats.ts'

const publicGithub = 'https://github.com'

/** Git hosts; `gitea` is also for Forgejo, `github` for Enterprise Servers. */
export function parseHosts(settings: Fields): readonly HostSettings[] {
  const lists = settings.mappings('hosts')
  const hosts = lists.map(readHost)
  refuseRepeats(
    lists,
    'name',
    hosts.map((host) => host.name),
  )
  refuseRepeats(
    lists,
    'address',
    hosts.map((host) => host.address),
  )
  return hosts
}

function readHost(fields: Fields): HostSettings {
  const kind = readKind(fields)
  const host = {
    name: readName(fields),
    kind,
    address: readAddress(fields, kind),
    ...present({ token: readSecret(fields, 'token'), app: readApp(fields, kind) }),
    webhookSecrets: readSecrets(fields, 'webhookSecrets'),
    repositories: readGlobs(fields, 'repositories'),
  }
  fields.close()
  return host
}

function readKind(fields: Fields): HostSettings['kind'] {
  return fields.oneOf('kind', ['github', 'gitea', 'local'])
}

function readAddress(fields: Fields, kind: HostSettings['kind']): string {
  const isPublic = kind === 'github' && !fields.has('address')
  const address = isPublic ? publicGithub : fields.requiredText('address')
  if (address === '') return address
  const url = parseRepositoryUrl(address)
  if (kind === 'local') {
    if (url?.transport !== 'file') fields.problem('address', 'must be the absolute path of a folder')
    return url?.path ?? address
  }
  if (url?.transport !== 'http') fields.problem('address', 'must be an https:// address')
  else if (new URL(address.trim()).username !== '' || url.hasPassword) {
    fields.problem('address', 'holds a credential; put it under token as {env: NAME} or {file: PATH}')
  }
  const root = address.trim().replace(/\/$/, '')
  return kind === 'github' && /^https:\/\/(?:api|www)\.github\.com$/i.test(root) ? publicGithub : root
}

function readApp(fields: Fields, kind: HostSettings['kind']): GithubAppSettings | undefined {
  const app = fields.mapping('app')
  if (app === undefined) return undefined
  if (kind !== 'github') fields.problem('app', 'is for hosts of the kind github')
  else if (fields.has('token')) fields.problem('app', 'stands in place of a token; leave one of them out')
  const id = app.requiredText('id')
  if (id !== '' && !/^[\w.-]{1,100}$/.test(id))
    app.problem('id', 'must be the id of the App, which its settings page shows')
  const key = readSecret(app, 'key')
  if (!app.has('key')) app.problem('key', 'is required: where the private key of the App is')
  app.close()
  return key && { id, key }
}
