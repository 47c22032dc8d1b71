import { parseRepositoryUrl } from '../git/repository-url.ts'
import type { HostSettings } from '../settings.ts'
import type { Fields } from './fields.ts'
import { present } from './present.ts'
import { readGlobs } from './read-globs.ts'
import { readName } from './read-name.ts'
import { readSecret, readSecrets } from './read-secret.ts'
import { refuseRepeats } from './refuse-repeats.ts'

/** Git hosts; `gitea` is also for Forgejo. */
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
    ...present({ token: readSecret(fields, 'token') }),
    webhookSecrets: readSecrets(fields, 'webhookSecrets'),
    repositories: readGlobs(fields, 'repositories'),
  }
  fields.close()
  return host
}

function readKind(fields: Fields): HostSettings['kind'] {
  return fields.oneOf('kind', ['gitea', 'local'])
}

function readAddress(fields: Fields, kind: HostSettings['kind']): string {
  const address = fields.requiredText('address')
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
  return address.trim().replace(/\/$/, '')
}
