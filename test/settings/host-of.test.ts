import { expect, test } from 'vitest'
import { hostOf, permitting } from '../../src/settings/host-of.ts'
import type { HostSettings } from '../../src/settings.ts'

const forge = aHost('forge', 'https://git.example.com')
const inner = aHost('inner', 'http://git.internal:3000/forge')
const folder = aHost('folder', '/srv/work/config', 'local')
const hosts = [forge, inner, folder]

test.each([
  ['https://git.example.com/team/config.git', 'forge', 'team/config'],
  ['https://git.example.com/team/config', 'forge', 'team/config'],
  ['HTTPS://Git.Example.COM/Team/Config.git/', 'forge', 'Team/Config'],
  ['https://git.example.com:443/team/config', 'forge', 'team/config'],
  ['http://git.example.com/team/config', 'forge', 'team/config'],
  ['https://bot@git.example.com/team/config', 'forge', 'team/config'],
  ['git@git.example.com:team/config.git', 'forge', 'team/config'],
  ['git.example.com:team/config', 'forge', 'team/config'],
  ['ssh://git@git.example.com:2222/team/config.git', 'forge', 'team/config'],
  ['ssh://git@ssh.git.example.com/team/config.git', 'forge', 'team/config'],
  [' https://git.example.com/team/config ', 'forge', 'team/config'],
  ['http://git.internal:3000/forge/team/config', 'inner', 'team/config'],
  ['ssh://git@git.internal/team/config', 'inner', 'team/config'],
  ['/srv/work/config', 'folder', 'local/config'],
  ['file:///srv/work/config/', 'folder', 'local/config'],
])('%s is on the host %s', (url, host, repository) => {
  const found = hostOf({ hosts }, url)

  expect(found?.host.name).toBe(host)
  expect(`${found?.repository.owner}/${found?.repository.name}`).toBe(repository)
})

test.each([
  ['another host', 'https://git.example.org/team/config'],
  ['a host whose name ends alike', 'https://evilgit.example.com/team/config'],
  ['a host whose name begins alike', 'https://git.example.com.evil.test/team/config'],
  ['the host as a user name', 'https://git.example.com@evil.test/team/config'],
  ['another port', 'https://git.example.com:8443/team/config'],
  ['outside the host’s path', 'http://git.internal:3000/team/config'],
  ['no repository', 'https://git.example.com/team'],
  ['below a repository', 'https://git.example.com/team/config/tree'],
  ['a path that climbs', 'git@git.example.com:../config'],
  ['an escaped name', 'https://git.example.com/team/con%66ig'],
  ['a query', 'https://git.example.com/team/config?x=1'],
  ['another protocol', 'ftp://git.example.com/team/config'],
  ['a folder beside', '/srv/work/config2'],
  ['a folder below', '/srv/work/config/sub'],
  ['a file on another machine', 'file://evil.test/srv/work/config'],
  ['nothing', ''],
])('%s is on no host', (_, url) => {
  expect(hostOf({ hosts }, url)).toBeUndefined()
})

test.each([
  [['team/*'], 'team/config', true],
  [['team/*'], 'TEAM/Config', true],
  [['team/*'], 'teams/config', false],
  [['*'], 'team/config', false],
  [['*/config', 'x/y'], 'team/config', true],
  [[], 'team/config', false],
])('repositories %j permit %s: %s', (repositories, name, expected) => {
  const [owner = '', repository = ''] = name.split('/')

  const permitted = permitting({ ...forge, repositories })({ host: 'forge', owner, name: repository })

  expect(permitted).toBe(expected)
})

function aHost(name: string, address: string, kind: HostSettings['kind'] = 'gitea'): HostSettings {
  return { name, kind, address, webhookSecrets: [], repositories: ['*/*'] }
}
