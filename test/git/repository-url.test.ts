import { expect, test } from 'vitest'
import { parseRepositoryUrl } from '../../src/git/repository-url.ts'

const ssh = { transport: 'ssh', host: 'forge.example.com', port: '', path: 'team/config', hasPassword: false }

test.each([
  ['git@forge.example.com:team/config.git', ssh],
  ['GIT@FORGE.EXAMPLE.COM:22:team/config', ssh],
  ['git@forge.example.com:2222:team/config', { ...ssh, port: '2222' }],
  ['ssh://git@forge.example.com:22/team/config', ssh],
  ['ssh://user-name@forge.example.com/team//config/', ssh],
  ['https://forge.example.com/team/config', { ...ssh, transport: 'http' }],
  ['https://user:secret@forge.example.com/team/config', { ...ssh, transport: 'http', hasPassword: true }],
])('%s is read', (url, expected) => {
  expect(parseRepositoryUrl(url)).toEqual(expected)
})

test.each([
  'ssh://-oProxyCommand=x@forge.example.com/team/config',
  'ssh://%2doProxyCommand@forge.example.com/team/config',
  '-oProxyCommand=x@forge.example.com:team/config',
  'https://forge.example.com/team/config?x=1',
  'oci://forge.example.com/team/config',
  'team/config',
])('%s is no repository', (url) => {
  expect(parseRepositoryUrl(url)).toBeUndefined()
})
