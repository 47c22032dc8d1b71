import { expect, test } from 'vitest'
import type { Destination } from '../../src/apps/application.ts'
import { resolveDestination, resolveSource } from '../../src/apps/resolve.ts'
import type { HostSettings } from '../../src/settings.ts'
import { anApplication } from '../support/applications.ts'

const root = { cluster: 'home' }
const clusters = [{ name: 'home' }, { name: 'east', server: 'https://east.example.com:6443' }]

test.each<[Omit<Destination, 'namespace'>, string]>([
  [{}, 'home'],
  [{ name: 'in-cluster' }, 'home'],
  [{ server: 'https://kubernetes.default.svc' }, 'home'],
  [{ server: 'https://kubernetes.default.svc/' }, 'home'],
  [{ name: 'east' }, 'east'],
  [{ name: 'home' }, 'home'],
  [{ server: 'https://east.example.com:6443' }, 'east'],
  [{ server: 'https://east.example.com:6443/' }, 'east'],
])('%j is the cluster %s', (destination, cluster) => {
  const application = anApplication({ destination: { ...destination, namespace: 'shop' } })

  expect(resolveDestination(application, root, { clusters })).toEqual({ cluster })
})

test.each<[Omit<Destination, 'namespace'>, string, string]>([
  [{ name: 'west' }, 'spec.destination.name', 'there are no clusters with this name: west'],
  [
    { server: 'https://west.example.com' },
    'spec.destination.server',
    'there are no clusters with this server: https://west.example.com',
  ],
])('%j is a problem of its application', (destination, field, message) => {
  const application = anApplication({ destination: { ...destination, namespace: 'shop' } })

  expect(resolveDestination(application, root, { clusters })).toEqual({
    problem: {
      code: 'unknown-cluster',
      field,
      message,
      application: 'shop',
      file: 'apps/shop.yaml',
      line: 1,
    },
  })
})

test('a source is read from a host that permits it', () => {
  const hosts = [aHost(['team/*'])]

  expect(resolveSource(anApplication(), { hosts })).toEqual({
    repository: { host: 'forge', owner: 'team', name: 'config' },
  })
})

test.each([
  [
    'its host does not permit it',
    [aHost(['others/*'])],
    'it is not among the repositories of the host forge',
  ],
  ['no host has it', [], 'none of the hosts in the settings has it'],
])('a source is not read when %s', (_, hosts, why) => {
  expect(resolveSource(anApplication(), { hosts })).toMatchObject({
    problem: {
      code: 'unknown-repository',
      field: 'spec.source.repoURL',
      message: `application repo https://forge.example.com/team/config.git is not permitted in project 'default': ${why}`,
    },
  })
})

function aHost(repositories: readonly string[]): HostSettings {
  return {
    name: 'forge',
    kind: 'gitea',
    address: 'https://forge.example.com',
    webhookSecrets: [],
    repositories,
  }
}
