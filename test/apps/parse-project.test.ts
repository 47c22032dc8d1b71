import { expect, test } from 'vitest'
import { parseProject } from '../../src/apps/parse-project.ts'
import type { Project } from '../../src/apps/project.ts'
import { declaredIn } from '../support/declared.ts'

function parse(spec: string, metadata = '{name: team}'): Project {
  const parsed = parseProject(
    declaredIn(`apiVersion: argoproj.io/v1alpha1\nkind: AppProject\nmetadata: ${metadata}\nspec: ${spec}`),
  )
  if (parsed.kind === 'problems') throw new Error(JSON.stringify(parsed.problems))
  return parsed.project
}

test('a project is read with its rules, and what only informs is passed over', () => {
  const project = parse(`
  description: what the team runs
  roles: [{name: ci, policies: ['p, proj:team:ci, applications, sync, team/*, allow'], jwtTokens: []}]
  orphanedResources: {warn: true}
  sourceRepos: ['https://git.example.com/team/**', '!https://git.example.com/team/secret']
  sourceNamespaces: [team, '/^team-[a-z]+$/']
  destinations:
    - {server: 'https://kubernetes.default.svc/', namespace: 'team-*'}
    - {server: '*', namespace: tools}
    - {name: prod, namespace: '!kube-system'}
  clusterResourceWhitelist: [{group: '', kind: Namespace, name: 'team-*'}]
  namespaceResourceBlacklist: [{group: '', kind: ResourceQuota}]
`)

  expect(project).toMatchObject({ name: 'team', namespace: 'argocd', problems: [] })
  expect(project.sourceNamespaces).toEqual(['team', '/^team-[a-z]+$/'])
  expect(project.rules).toEqual({
    sourceRepos: ['https://git.example.com/team/**', '!https://git.example.com/team/secret'],
    destinations: [
      { server: 'https://kubernetes.default.svc', name: '', namespace: 'team-*' },
      { server: '*', name: '*', namespace: 'tools' },
      { server: '', name: 'prod', namespace: '!kube-system' },
    ],
    clusterKinds: { permitted: [{ group: '', kind: 'Namespace', name: 'team-*' }], refused: [] },
    namespacedKinds: { refused: [{ group: '', kind: 'ResourceQuota' }] },
  })
})

test('an empty list of namespaced kinds is none, an absent one is all', () => {
  expect(parse('{namespaceResourceWhitelist: []}').rules.namespacedKinds.permitted).toEqual([])
  expect(parse('{}').rules.namespacedKinds.permitted).toBeUndefined()
  expect(parse('{}').rules.clusterKinds.permitted).toEqual([])
})

test.each([
  ['syncWindows', '[{kind: deny, schedule: "* * * * *", duration: 1h}]'],
  ['signatureKeys', '[{keyID: ABC}]'],
  ['sourceIntegrity', '{git: {policies: [{}, {gpg: {mode: strict}}]}}'],
  ['permitOnlyProjectScopedClusters', 'true'],
  ['destinationServiceAccounts', '[{server: "*", namespace: "*", defaultServiceAccount: deployer}]'],
])('%s restricts and is not enforced: the project is unusable while it stands', (field, value) => {
  expect(parse(`{${field}: ${value}}`).problems).toEqual([
    {
      code: 'unsupported',
      field: `spec.${field}`,
      file: 'apps/shop.yaml',
      line: 4,
      message: expect.stringMatching(`^AppProject team: spec.${field} is not enforced yet`),
    },
  ])
})

test.each([
  ['{sourceRepos: ["!*"]}', "source repository has an invalid format, '!*'"],
  ['{sourceRepos: [a, a]}', "source repository 'a' already added"],
  ['{sourceRepos: ["[["]}', "source repository has an invalid format, '[['"],
  ['{destinations: [{server: "!*", namespace: a}]}', "server has an invalid format, '!*'"],
  ['{destinations: [{name: "!*", namespace: a}]}', "name has an invalid format, '!*'"],
  ['{destinations: [{server: "*", namespace: "!*"}]}', "namespace has an invalid format, '!*'"],
  [
    '{destinations: [{server: s, namespace: a}, {server: s, namespace: a}]}',
    "destination 's/a' already added",
  ],
  ['{destinations: [{server: s, namespaces: a}]}', 'is not a known field'],
  ['{clusterResourceWhitelist: [{group: "*", kind: "[A-Z]*"}]}', 'may only hold letters'],
  ['{namespaceResourceBlacklist: [{group: "*", kind: "{Secret,ConfigMap}"}]}', 'may only hold letters'],
  ['{sourceNamespaces: ["/(/"]}', 'is no glob and no /regular expression/'],
  ['{sourceRepo: [a]}', 'is not a known field'],
])('a project that is wrong is unusable, and says where: %s', (spec, message) => {
  const messages = parse(spec).problems.map((problem) => problem.message)

  expect(messages).toEqual([expect.stringContaining(message)])
})

test('a project of another version or of no name permits nothing to anybody', () => {
  const declared = declaredIn(
    'apiVersion: argoproj.io/v1alpha1\nkind: AppProject\nmetadata: {generateName: team-}',
  )
  const other = declaredIn('apiVersion: argoproj.io/v2\nkind: AppProject\nmetadata: {name: team}\nspec: {}')

  expect(parseProject(declared).kind).toBe('problems')
  expect(parseProject(other)).toMatchObject({ project: { problems: [{ field: 'apiVersion' }] } })
})
