import { expect, test } from 'vitest'
import type { ProjectDestination } from '../../src/apps/project-rules.ts'
import { permitsDestination, permitsKind, permitsSource } from '../../src/policy/project-permits.ts'
import { projectRules } from '../support/projects.ts'

test.each([
  ['a literal asterisk', ['*'], 'ssh://git@forge.example.com/a/b', true],
  ['nothing listed', [], 'https://forge.example.com/a/b', false],
  [
    'another spelling of case and .git',
    ['https://Forge.example.com/A/b.git'],
    'https://forge.example.com/a/B',
    true,
  ],
  [
    'the scp form by its ssh form',
    ['ssh://git@forge.example.com/a/*'],
    'git@forge.example.com:a/b.git',
    true,
  ],
  ['one asterisk stops at a slash', ['https://forge.example.com/*'], 'https://forge.example.com/a/b', false],
  ['two do not', ['https://forge.example.com/**'], 'https://forge.example.com/a/b', true],
  ['https does not mean ssh', ['https://forge.example.com/a/*'], 'git@forge.example.com:a/b', false],
  [
    'a refusal alone permits the others',
    ['!https://forge.example.com/a/*'],
    'https://forge.example.com/b/c',
    true,
  ],
  [
    'a refusal after a permission',
    ['*', '!https://forge.example.com/a/b'],
    'https://forge.example.com/a/b',
    false,
  ],
  ['a refusal before one', ['!https://forge.example.com/a/b', '*'], 'https://forge.example.com/a/b', false],
])('source: %s', (_, sourceRepos, repoURL, expected) => {
  expect(permitsSource({ sourceRepos })(repoURL)).toBe(expected)
})

test.each([
  'https://forge.example.com/a/secret',
  'https://forge.example.com/a/secret.git',
  'https://FORGE.example.com//a/secret/',
  'https://user@forge.example.com/a/secret',
  'https://forge.example.com:443/a/secret',
  'http://forge.example.com/a/secret',
  'git@forge.example.com:a/secret.git',
  'ssh://git@forge.example.com:22/a/secret',
  'ssh://deploy@forge.example.com/a/secret',
])('a repository that is refused is refused in every spelling: %s', (repoURL) => {
  const sourceRepos = ['*', '!https://forge.example.com/a/secret']

  expect(permitsSource({ sourceRepos })(repoURL)).toBe(false)
})

function to(...destinations: readonly Partial<ProjectDestination>[]) {
  return { destinations: destinations.map((one) => ({ server: '', name: '', namespace: '', ...one })) }
}

const own = { server: 'https://kubernetes.default.svc', name: 'in-cluster' }
const prod = [own, { name: 'prod', server: 'https://prod.example.com' }]

test.each([
  ['nothing listed', to(), 'shop', false],
  ['the server as it is known inside', to({ server: own.server, namespace: 'shop' }), 'shop', true],
  ['the server as it is known outside', to({ server: 'https://prod.*', namespace: 'shop' }), 'shop', true],
  ['its name in the settings', to({ name: 'prod', namespace: 'shop' }), 'shop', true],
  ['a namespace glob', to({ name: 'prod', namespace: 'shop-*' }), 'shop-blue', true],
  ['another namespace', to({ name: 'prod', namespace: 'shop' }), 'kube-system', false],
  ['another cluster', to({ name: 'test', namespace: '*' }), 'shop', false],
  ['no namespace, which only * means', to({ name: 'prod', namespace: 'shop' }), '', false],
  [
    'a refused namespace',
    to({ server: '*', namespace: '*' }, { server: '*', namespace: '!shop' }),
    'shop',
    false,
  ],
  [
    'a cluster that is refused by the name it was not asked for',
    to({ server: '*', namespace: '*' }, { name: '!prod', namespace: '*' }),
    'shop',
    false,
  ],
  ['only another cluster is refused', to({ server: '!https://test', namespace: '*' }), 'shop', true],
])('destination: %s', (_, rules, namespace, expected) => {
  expect(permitsDestination(rules, prod)(namespace)).toBe(expected)
})

const key = (group: string, kind: string, name = 'x') => ({ group, kind, namespace: '', name })

test.each([
  ['cluster kinds are permitted by being listed', key('', 'Namespace', 'team-a'), false, true],
  ['by their name too', key('', 'Namespace', 'kube-system'), false, false],
  ['other cluster kinds are not', key('rbac.authorization.k8s.io', 'ClusterRole'), false, false],
  ['namespaced kinds are, unless they are refused', key('apps', 'Deployment'), true, true],
  ['refused by a glob over the kind', key('', 'ResourceQuota'), true, false],
  ['a refusal is of its group', key('example.com', 'ResourceQuota'), true, true],
])('kind: %s', (_, objectKey, namespaced, expected) => {
  const rules = projectRules({
    clusterKinds: { permitted: [{ group: '', kind: 'Namespace', name: 'team-*' }], refused: [] },
    namespacedKinds: { refused: [{ group: '', kind: 'Resource?uota' }] },
  })

  expect(permitsKind(rules)(objectKey, namespaced)).toBe(expected)
})
