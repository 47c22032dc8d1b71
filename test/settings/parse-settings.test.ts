import { expect, test } from 'vitest'
import { parseSettings } from '../../src/settings/parse-settings.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'

const whole = `
installation: main
roots:
  - repository: https://git.example.com/team/config.git
    revision: production
    path: ./clusters//east/
    mode: sync
    cluster: east
    allow:
      namespaces: [shop-*, tools]
      namespacedKinds: ["*"]
      clusterKinds: [Namespace]
clusters:
  - name: east
    server: https://east.example.com:6443/
    token: {file: /secrets/east}
    ca: /secrets/east.pem
  - name: west
    kubeconfig: /home/op/.kube/config
    context: west
hosts:
  - name: forge
    kind: gitea
    address: https://git.example.com/
    token: {env: FORGE_TOKEN}
    webhookSecrets: [{env: HOOK}, {file: /secrets/hook}]
    repositories: [team/*]
brakes: {pruneObjects: 5, pruneShare: 0.25, hookSeconds: 60, waveSeconds: 90}
sweep: {seconds: 30}
`

test('every setting is read', () => {
  expect(parseSettings(whole, 'settings.yaml')).toEqual({
    installation: 'main',
    roots: [
      {
        repository: 'https://git.example.com/team/config.git',
        revision: 'production',
        path: 'clusters/east',
        mode: 'sync',
        cluster: 'east',
        allow: { namespaces: ['shop-*', 'tools'], namespacedKinds: ['*'], clusterKinds: ['Namespace'] },
      },
    ],
    clusters: [
      {
        name: 'east',
        server: 'https://east.example.com:6443',
        token: { file: '/secrets/east' },
        ca: '/secrets/east.pem',
      },
      { name: 'west', kubeconfig: '/home/op/.kube/config', context: 'west' },
    ],
    hosts: [
      {
        name: 'forge',
        kind: 'gitea',
        address: 'https://git.example.com',
        token: { env: 'FORGE_TOKEN' },
        webhookSecrets: [{ env: 'HOOK' }, { file: '/secrets/hook' }],
        repositories: ['team/*'],
      },
    ],
    brakes: { pruneObjects: 5, pruneShare: 0.25, hookSeconds: 60, waveSeconds: 90 },
    sweep: { seconds: 30 },
  })
})

test('settings cannot be changed, whatever depth', () => {
  const settings = parseSettings(whole, 'settings.yaml')
  const parts = partsOf(settings)

  expect(parts.length).toBeGreaterThan(15)
  expect(parts.filter((part) => !Object.isFrozen(part))).toEqual([])
})

test('what is not written has careful defaults', () => {
  const settings = parseSettings(
    `
roots: [{repository: https://git.example.com/team/config, cluster: here}]
clusters: [{name: here}]
hosts: [{name: forge, kind: gitea, address: https://git.example.com, repositories: [team/config]}]
`,
    'settings.yaml',
  )

  expect(settings).toMatchObject({
    installation: 'plumbline',
    roots: [
      {
        revision: 'HEAD',
        path: '',
        mode: 'observe',
        allow: { namespaces: [], namespacedKinds: [], clusterKinds: [] },
      },
    ],
    brakes: { pruneObjects: 20, pruneShare: 0.5, hookSeconds: 600, waveSeconds: 1800 },
    sweep: { seconds: 180 },
  })
})

test.each([
  ['no address', '', 'https://github.com'],
  ['the address of its API', ', address: https://api.github.com/', 'https://github.com'],
  ['an Enterprise Server', ', address: https://hub.example.com/', 'https://hub.example.com'],
])('a GitHub with %s is known by its web interface', (_, address, expected) => {
  const text = `hosts: [{name: hub, kind: github${address}, app: {id: "12", key: {file: /run/key.pem}}}]`

  expect(parseSettings(text, 'settings.yaml').hosts).toMatchObject([
    { kind: 'github', address: expected, app: { id: '12', key: { file: '/run/key.pem' } } },
  ])
})

test('every problem is told at once, in the order of the document, with path and line', () => {
  const text = `installation: Main!
roots:
  - repository: https://elsewhere.example.com/team/config
    mode: watch
    cluster: nowhere
    alow: {}
sweep:
  seconds: often
`

  const error = errorOf(text)

  expect(error.message.split('\n')).toEqual([
    'settings.yaml:1: installation: must be lower-case letters, digits, `-` and `.`, at most 63 of them',
    'settings.yaml:3: roots[0].repository: is not on any of the hosts; add its host',
    'settings.yaml:4: roots[0].mode: must be observe or sync',
    'settings.yaml:5: roots[0].cluster: is not one of the clusters; add it there or correct its name',
    'settings.yaml:6: roots[0].alow: is not a known field; remove it or correct its name',
    'settings.yaml:8: sweep.seconds: must be a whole number from 0 to 86400',
  ])
  expect(error.problems.map(({ line }) => line)).toEqual([1, 3, 4, 5, 6, 8])
  expect(error).toMatchObject({
    code: 'invalid',
    turn: 'operator',
    retryable: false,
    subject: { file: 'settings.yaml', line: 1 },
  })
})

test.each([
  [
    'a host without a kind',
    'hosts: [{name: a, address: https://a.test}]',
    'hosts[0].kind',
    'must be github or gitea or local',
  ],
  [
    'a host of another kind',
    'hosts: [{name: a, kind: svn, address: https://a.test}]',
    'hosts[0].kind',
    'must be github or gitea or local',
  ],
  [
    'an App of a host that is no GitHub',
    'hosts: [{name: a, kind: gitea, address: https://a.test, app: {id: "1", key: {env: KEY}}}]',
    'hosts[0].app',
    'github',
  ],
  [
    'an App beside a token',
    'hosts: [{name: a, kind: github, token: {env: T}, app: {id: "1", key: {env: KEY}}}]',
    'hosts[0].app',
    'token',
  ],
  [
    'an App without a key',
    'hosts: [{name: a, kind: github, app: {id: "1"}}]',
    'hosts[0].app.key',
    'required',
  ],
  [
    'an App whose key is written down',
    'hosts: [{name: a, kind: github, app: {id: "1", key: "-----BEGIN"}}]',
    'hosts[0].app.key',
    'never written',
  ],
  ['a host without an address', 'hosts: [{name: a, kind: gitea}]', 'hosts[0].address', 'is required'],
  [
    'a host at a path',
    'hosts: [{name: a, kind: gitea, address: /a}]',
    'hosts[0].address',
    'must be an https:// address',
  ],
  [
    'a folder at an address',
    'hosts: [{name: a, kind: local, address: https://a.test}]',
    'hosts[0].address',
    'must be the absolute path of a folder',
  ],
  [
    'two hosts of one name',
    'hosts: [{name: a, kind: gitea, address: https://a.test}, {name: A, kind: gitea, address: https://b.test}]',
    'hosts[1].name',
    'is the same as in an earlier entry',
  ],
  [
    'two hosts at one address',
    'hosts: [{name: a, kind: gitea, address: https://a.test}, {name: b, kind: gitea, address: https://A.test/}]',
    'hosts[1].address',
    'is the same as in an earlier entry',
  ],
  [
    'a glob that is none',
    'hosts: [{name: a, kind: gitea, address: https://a.test, repositories: ["team/[a"]}]',
    'hosts[0].repositories[0]',
    'is no glob',
  ],
  [
    'a glob that refuses',
    'hosts: [{name: a, kind: gitea, address: https://a.test, repositories: ["!team/a"]}]',
    'hosts[0].repositories[0]',
    'cannot refuse',
  ],
  [
    'two clusters of one name',
    'clusters: [{name: a}, {name: a}]',
    'clusters[1].name',
    'is the same as in an earlier entry',
  ],
  [
    'two clusters at one server',
    'clusters: [{name: a, server: https://a.test}, {name: b, server: https://a.test/}]',
    'clusters[1].server',
    'is the same as in an earlier entry',
  ],
  ['a cluster without a name', 'clusters: [{server: https://a.test}]', 'clusters[0].name', 'is required'],
  ['a name that is no name', 'clusters: [{name: a/b}]', 'clusters[0].name', 'must be letters, digits'],
  [
    'a name that YAML took for a number',
    'clusters: [{name: 12}]',
    'clusters[0].name',
    'must be text; put it in quotes',
  ],
  [
    'a server of another protocol',
    'clusters: [{name: a, server: ftp://a.test}]',
    'clusters[0].server',
    'must be an https:// address',
  ],
  [
    'a context without a kubeconfig',
    'clusters: [{name: a, context: b}]',
    'clusters[0].context',
    'needs a kubeconfig',
  ],
  [
    'a token without a server',
    'clusters: [{name: a, token: {env: T}}]',
    'clusters[0].token',
    'needs a server',
  ],
  [
    'a token beside a kubeconfig',
    'clusters: [{name: a, kubeconfig: /k, token: {env: T}}]',
    'clusters[0].token',
    'write one of the two',
  ],
  [
    'an empty kubeconfig',
    'clusters: [{name: a, kubeconfig: ""}]',
    'clusters[0].kubeconfig',
    'must not be empty',
  ],
  [
    'an empty CA',
    'clusters: [{name: a, server: https://a.test, ca: ""}]',
    'clusters[0].ca',
    'must not be empty',
  ],
  [
    'an empty server',
    'clusters: [{name: a, server: ""}]',
    'clusters[0].server',
    'must be an https:// address',
  ],
  [
    'a server with a query',
    'clusters: [{name: a, server: "https://a.test/?b=c"}]',
    'clusters[0].server',
    'must not have a ?',
  ],
  ['an empty revision', 'roots: [{revision: ""}]', 'roots[0].revision', 'must be a branch, a tag'],
  [
    'a secret in two places',
    'clusters: [{name: a, server: https://a.test, token: {env: T, file: /t}}]',
    'clusters[0].token',
    'must be {env: NAME} or {file: PATH}',
  ],
  [
    'a secret in no place',
    'clusters: [{name: a, server: https://a.test, token: {}}]',
    'clusters[0].token',
    'must be {env: NAME} or {file: PATH}',
  ],
  ['a root outside its repository', 'roots: [{path: ../other}]', 'roots[0].path', 'leaves the repository'],
  ['a share above one', 'brakes: {pruneShare: 2}', 'brakes.pruneShare', 'must be a number from 0 to 1'],
  ['half an object', 'brakes: {pruneObjects: 1.5}', 'brakes.pruneObjects', 'must be a whole number'],
  ['roots that are no list', 'roots: {}', 'roots', 'must be a list'],
  ['a root that is no mapping', 'roots: [shop]', 'roots[0]', 'must be a mapping'],
  ['a key that an object inherits', 'constructor: {}', 'constructor', 'is not a known field'],
  ['a key that sets prototypes', '"__proto__": {}', '__proto__', 'is not a known field'],
])('%s is refused', (_, text, field, message) => {
  const problem = errorOf(text).problems.find((found) => found.field === field)

  expect(problem?.message).toContain(message)
})

test.each([
  ['a token', 'clusters: [{name: a, server: https://a.test, token: hunter2}]'],
  ['a webhook secret', 'hosts: [{name: a, kind: gitea, address: https://a.test, webhookSecrets: [hunter2]}]'],
  [
    'a secret where a variable is named',
    'clusters: [{name: a, server: https://a.test, token: {env: "hunter2!"}}]',
  ],
  ['a password in an address', 'hosts: [{name: a, kind: gitea, address: "https://me:hunter2@a.test"}]'],
  ['a token in a server', 'clusters: [{name: a, server: "https://hunter2@a.test"}]'],
])('%s written down is refused and not repeated', (_, text) => {
  const error = errorOf(text)

  expect(error.message).toMatch(/\{env: NAME\}|not the secret itself/)
  expect(error.message).not.toContain('hunter2')
})

test('a password in the address of a root is refused and not repeated', () => {
  const error = errorOf(`
roots: [{repository: "https://me:hunter2@a.test/team/config", cluster: here}]
clusters: [{name: here}]
hosts: [{name: a, kind: gitea, address: https://a.test, repositories: ["*/*"]}]
`)

  expect(error.problems).toEqual([
    { field: 'roots[0].repository', line: 2, message: 'holds a credential; put it under the host’s token' },
  ])
  expect(error.message).not.toContain('hunter2')
})

test('a root may only be where its host permits', () => {
  const error = errorOf(`
roots: [{repository: https://a.test/team/config, cluster: here}]
clusters: [{name: here}]
hosts: [{name: a, kind: gitea, address: https://a.test}]
`)

  expect(error.problems.map(({ message }) => message)).toEqual([
    'is not among the repositories of the host a; add it there',
  ])
})

test.each([
  ['no YAML', 'roots: [', 1],
  ['a list', '- roots', 1],
  ['nothing', '', 1],
  ['two documents', 'sweep: {}\n---\nsweep: {}\n', 3],
  ['a key that is there twice', 'sweep: {}\nsweep: {}\n', 2],
])('%s is refused with its line', (_, text, line) => {
  expect(errorOf(text).problems).toEqual([expect.objectContaining({ line })])
})

function partsOf(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(partsOf)]
}

function errorOf(text: string): SettingsError {
  try {
    parseSettings(text, 'settings.yaml')
  } catch (error) {
    if (error instanceof SettingsError) return error
    throw error
  }
  throw new Error('the settings were accepted')
}

test('the JSON API is there when a token is named for it, and only then', () => {
  expect(parseSettings('api: {token: {env: API_TOKEN}}', 's.yaml').api).toEqual({
    token: { env: 'API_TOKEN' },
  })
  expect(parseSettings('api: {token: {file: /secrets/api}}', 's.yaml').api).toEqual({
    token: { file: '/secrets/api' },
  })
  expect(parseSettings('installation: main', 's.yaml').api).toBeUndefined()
  expect(parseSettings('api: {token: {env: A}, url: https://plumbline.example:8443/}', 's.yaml').api).toEqual(
    {
      token: { env: 'A' },
      url: 'https://plumbline.example:8443',
    },
  )
})

test.each([
  ['api: {}', /^s\.yaml:1: api\.token: is required/],
  ['api:\n  token: hunter2hunter2', /^s\.yaml:2: api\.token: a secret is never written into the settings/],
  ['api:\n  token: {env: A}\n  url: https://hunter2:b@c.example', /^s\.yaml:3: api\.url: must be the https/],
  ['api:\n  token: {env: A}\n  url: javascript:hunter2', /^s\.yaml:3: api\.url: must be the https/],
  ['api:\n  token: {env: A}\n  url: https://c.example/console', /^s\.yaml:3: api\.url: must be the https/],
  ['api:\n  token: {env: A}\n  port: 80', /^s\.yaml:3: api\.port: is not a known field/],
])('%j is refused with its line and without its value', (text, message) => {
  expect(() => parseSettings(text, 's.yaml')).toThrow(
    expect.objectContaining({ message: expect.stringMatching(message) }),
  )
  expect(() => parseSettings(text, 's.yaml')).not.toThrow(/hunter2/)
})
