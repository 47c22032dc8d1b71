import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSettings } from '../../src/settings/parse-settings.ts'
import { SettingsError, type SettingsProblem } from '../../src/settings/settings-error.ts'
import { runsOf } from '../support/runs.ts'

const schema = JSON.parse(readFileSync(new URL('../../settings.schema.json', import.meta.url), 'utf8'))
const isOfSchema = new Ajv({ allErrors: true, allowUnionTypes: true, strictRequired: false }).compile(schema)

/** What the parser asks of two places at once, or of the inside of a text: no schema can say it. */
const beyondSchemas =
  /is not one of the clusters|is not on any of the hosts|is not among the repositories|is the same as in an earlier entry|holds a credential|is no glob|leaves the repository|must be an https:\/\/ address|must be the absolute path/

const secrets = [{ env: 'TOKEN' }, { file: '/secret' }, { env: null, file: '/secret' }]
const globs = ['*', 'a/*', '{a,b}']

/** Between them they set everything that can be set. */
const sound: readonly object[] = [
  {},
  {
    installation: 'a.b-c',
    hosts: [
      { name: 'hub', kind: 'github', app: { id: '12', key: secrets[0] }, repositories: ['a/*'] },
      {
        name: 'C.d_e-f',
        kind: 'gitea',
        address: 'https://a.test/git/',
        token: secrets[1],
        webhookSecrets: secrets,
      },
    ],
    clusters: [
      { name: 'here' },
      { name: 'there', server: 'https://b.test:6443/', token: secrets[2], ca: '/ca.pem' },
      { name: 'far', kubeconfig: '/config', context: 'far' },
    ],
    roots: [{ repository: 'https://github.com/a/b.git', cluster: 'here' }],
  },
  {
    hosts: [{ name: 'disk', kind: 'local', address: '/srv/a', token: null, app: null, repositories: globs }],
    clusters: [{ name: 'near', server: 'http://127.0.0.1:1', kubeconfig: null }],
    roots: [
      {
        repository: 'file:///srv/a',
        revision: 'main',
        path: './a//b/',
        mode: 'sync',
        cluster: 'near',
        allow: { namespaces: globs, namespacedKinds: globs, clusterKinds: null },
      },
    ],
    brakes: { pruneObjects: 0, pruneShare: 0.5, hookSeconds: 1, waveSeconds: 86_400 },
    sweep: { seconds: 0 },
    api: { token: secrets[0], url: 'http://[::1]:8080/' },
    metrics: { token: secrets[1] },
  },
]

const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    1,
    -1,
    0.5,
    1.5,
    86_401,
    100_001,
    1e300,
    [],
    {},
    [null],
    ['a'],
    [{}],
    ...secrets,
  ),
  fc.constantFrom(
    '',
    'a',
    'a/b',
    '*',
    '!a',
    '[a',
    '..',
    '/x',
    'a\\b',
    'a b',
    '1',
    '-',
    'github',
    'local',
    'observe',
  ),
  fc.constantFrom(
    'https://a.test',
    'https://u:p@a.test',
    'https://a.test/x?y',
    'ssh://a.test',
    'x'.repeat(64),
  ),
  fc.constantFrom<unknown>({ env: 'a-b' }, { env: 'A', file: 'b' }, { id: 1 }, { id: 'a', key: secrets[0] }),
)
const keys = fc.oneof(
  fc.constantFrom(
    'name',
    'kind',
    'address',
    'token',
    'app',
    'id',
    'key',
    'env',
    'file',
    'server',
    'ca',
    'mode',
  ),
  fc.constantFrom(
    'kubeconfig',
    'context',
    'path',
    'allow',
    'api',
    'brakes',
    'seconds',
    'webhookSecrets',
    'metrics',
  ),
)
const changes = fc.array(
  fc.record({ at: fc.nat(), how: fc.constantFrom('replace', 'remove', 'add'), key: keys, value: values }),
  { maxLength: 3 },
)
type Change = (typeof changes extends fc.Arbitrary<infer Made> ? Made : never)[number]

const documents = fc
  .tuple(fc.constantFrom(...sound), changes)
  .map(([base, made]) => made.reduce<unknown>(changed, JSON.parse(JSON.stringify(base))))

/** Somewhere in a document one member, or one entry, is another. */
function changed(document: unknown, { at, how, key, value }: Change): unknown {
  const places = containersIn(document)
  const place = places[at % places.length]
  if (place === undefined) return document
  const members = Object.keys(place)
  const member = how === 'add' && !Array.isArray(place) ? key : members[at % members.length]
  if (member === undefined) return document
  if (how === 'remove') Reflect.deleteProperty(place, member)
  else Reflect.set(place, member, structuredClone(value))
  return JSON.parse(JSON.stringify(document))
}

function containersIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(containersIn)]
}

test('what the parser takes is of the schema, and what is of the schema it takes, but for what no schema can say', () => {
  const seen = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(documents, (document) => {
      const problems = problemsOf(document)
      const inside = problems.filter(({ message }) => !beyondSchemas.test(message))
      const isValid = isOfSchema(document)
      seen[problems.length === 0 ? 'taken' : 'refused'] += 1
      const isJust = inside.length > 0 ? !isValid : isValid || problems.length > 0

      expect(isJust ? [] : [inside, isOfSchema.errors]).toEqual([])
    }),
    { numRuns: runsOf(20_000) },
  )

  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(200)
})

test('the bounds of each number are the same in both', () => {
  const bounded = Object.entries<Numbers>({
    ...schema.properties.brakes.properties,
    ...schema.properties.sweep.properties,
  })
  for (const [key, { minimum, maximum }] of bounded) {
    const group = key in schema.properties.sweep.properties ? 'sweep' : 'brakes'
    const taken = [minimum - 1, minimum, maximum, maximum + 1].map((value) => {
      const document = { [group]: { [key]: value } }
      return [problemsOf(document).length === 0, isOfSchema(document)]
    })
    expect(taken, key).toEqual([false, true, true, false].map((isTaken) => [isTaken, isTaken]))
  }
  expect(bounded.map(([key]) => key)).toContain('pruneShare')
})

test('what the schema says that a setting is when it is not written, it is', () => {
  const settings = parseSettings('{ brakes: {}, sweep: {} }', 'settings.yaml')
  const { installation, hosts, clusters, roots, brakes, sweep } = schema.properties

  expect(settings).toEqual({
    installation: installation.default,
    hosts: hosts.default,
    clusters: clusters.default,
    roots: roots.default,
    brakes: defaultsOf(brakes.properties),
    sweep: defaultsOf(sweep.properties),
  })
})

interface Numbers {
  readonly minimum: number
  readonly maximum: number
}

function defaultsOf(properties: Readonly<Record<string, { default: unknown }>>): object {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, value.default]))
}

test('the documents that are changed set everything that the schema knows', () => {
  const known = new Set(keysBelowProperties(schema))
  const set = new Set(sound.flatMap(containersIn).flatMap(Object.keys))

  expect([...known].filter((key) => !set.has(key))).toEqual([])
})

function keysBelowProperties(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value) : []),
    ...keysBelowProperties(value),
  ])
}

function problemsOf(value: unknown): readonly SettingsProblem[] {
  try {
    parseSettings(JSON.stringify(value), 'settings.yaml')
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}
