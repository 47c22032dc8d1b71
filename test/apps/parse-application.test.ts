import { expect, test } from 'vitest'
import type { ParsedApplication } from '../../src/apps/declaration.ts'
import { parseApplication } from '../../src/apps/parse-application.ts'
import { applicationOf, declaredIn } from '../support/declared.ts'

test('an application with nothing but a source and a destination', () => {
  const parsed = parseApplication(
    declaredIn(`
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: shop}
spec:
  source: {repoURL: https://git.example.com/team/shop, path: deploy}
  destination: {namespace: shop}
`),
  )

  expect(parsed).toEqual({
    kind: 'application',
    application: {
      name: 'shop',
      namespace: 'argocd',
      project: 'default',
      declaredAt: {
        repository: { host: 'forge', owner: 'team', name: 'config' },
        path: 'apps/shop.yaml',
        line: 2,
      },
      source: { repoURL: 'https://git.example.com/team/shop', path: 'deploy', targetRevision: 'HEAD' },
      destination: { namespace: 'shop' },
      syncPolicy: { options: [] },
      ignoreDifferences: [],
      deletesResources: false,
    },
  })
})

test('everything an application can say today', () => {
  const parsed = parseApplication(
    declaredIn(`
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: shop
  namespace: gitops
  labels: {team: a}
  annotations:
    notifications.argoproj.io/subscribe.on-sync-failed.slack: shop
    argocd.argoproj.io/manifest-generate-paths: .;../shared ; /base/*.yaml
  finalizers: [resources-finalizer.argocd.argoproj.io]
spec:
  project: default
  source:
    repoURL: git@git.example.com:team/shop.git
    targetRevision: release
    path: ./deploy//production/
    kustomize:
      namePrefix: a-
      nameSuffix: -b
      namespace: shop
      images: ["web=registry.example.com/web:3.10"]
      commonLabels: {tier: front}
      commonAnnotations: {owner: "$team"}
      forceCommonLabels: false
      patches: []
  destination: {name: east, namespace: shop}
  syncPolicy:
    automated: {prune: true, selfHeal: true, allowEmpty: true}
    syncOptions: [CreateNamespace=true, Prune=false, PruneLast=true, ServerSideApply=true]
    retry: {limit: -1, backoff: {duration: 1m30s, factor: 3, maxDuration: "300"}}
  ignoreDifferences:
    - group: "*"
      kind: Deploy*
      name: web
      namespace: shop
      jsonPointers: [/spec/replicas, /metadata/annotations/a~1b]
      jqPathExpressions: ['.spec.template.spec.containers[] | select(.name == "web") | .image']
      managedFieldsManagers: [hpa]
  revisionHistoryLimit: 3
  info: [{name: owner, value: team a}]
status: {sync: {status: Synced}}
`),
  )

  expect(applicationOf(parsed)).toMatchObject({
    name: 'shop',
    namespace: 'gitops',
    source: {
      repoURL: 'git@git.example.com:team/shop.git',
      path: 'deploy/production',
      targetRevision: 'release',
      kustomize: {
        namePrefix: 'a-',
        nameSuffix: '-b',
        namespace: 'shop',
        images: ['web=registry.example.com/web:3.10'],
        commonLabels: { tier: 'front' },
        commonAnnotations: { owner: '$team' },
      },
    },
    destination: { name: 'east', namespace: 'shop' },
    syncPolicy: {
      automated: { prune: true, selfHeal: true, allowEmpty: true },
      retry: { limit: -1, backoff: { seconds: 90, factor: 3, maxSeconds: 300 } },
      options: ['CreateNamespace=true', 'Prune=false', 'PruneLast=true', 'ServerSideApply=true'],
    },
    ignoreDifferences: [
      {
        group: '*',
        kind: 'Deploy*',
        name: 'web',
        namespace: 'shop',
        jsonPointers: ['/spec/replicas', '/metadata/annotations/a~1b'],
        expressions: [{ text: '.spec.template.spec.containers[] | select(.name == "web") | .image' }],
        managers: ['hpa'],
      },
    ],
    deletesResources: 'foreground',
    generatePaths: ['deploy/production', 'deploy/shared', 'base/*.yaml'],
  })
})

test.each([
  ['absent', '', undefined],
  ['null', 'automated: null', undefined],
  ['empty', 'automated: {}', { prune: false, selfHeal: false, allowEmpty: false }],
  ['switched off', 'automated: {enabled: false, prune: true}', undefined],
  [
    'switched on',
    'automated: {enabled: true, prune: true}',
    { prune: true, selfHeal: false, allowEmpty: false },
  ],
])('automation that is %s', (_, written, expected) => {
  const { syncPolicy } = applicationOf(parse({ syncPolicy: `{${written}}` }))

  expect(syncPolicy.automated).toEqual(expected)
})

test.each([
  ['{}', { limit: 0, backoff: { seconds: 5, factor: 2, maxSeconds: 180 } }],
  ['{limit: 2, refresh: true}', { limit: 2, backoff: { seconds: 5, factor: 2, maxSeconds: 180 } }],
  ['{limit: 2, backoff: {duration: "7"}}', { limit: 2, backoff: { seconds: 7, factor: 2, maxSeconds: 180 } }],
  [
    '{limit: 2, backoff: {duration: 500ms, maxDuration: 1h}}',
    { limit: 2, backoff: { seconds: 0.5, factor: 2, maxSeconds: 3600 } },
  ],
])('retry %s', (retry, expected) => {
  expect(applicationOf(parse({ syncPolicy: `{retry: ${retry}}` })).syncPolicy.retry).toEqual(expected)
})

test('an explicit directory is kept apart from none, for it decides what the path is', () => {
  const source = (directory: string): string =>
    `{repoURL: https://git.example.com/a/b, path: ., ${directory}}`

  const written = applicationOf(
    parse({ source: source('directory: {recurse: true, include: "*.yaml", exclude: "{a,b}/*"}') }),
  )
  const bare = applicationOf(parse({ source: source('directory: {jsonnet: {}}') }))
  const none = applicationOf(parse({ source: source('directory: null') }))

  expect(written.source).toMatchObject({
    path: '',
    directory: { recurse: true, include: '*.yaml', exclude: '{a,b}/*' },
  })
  expect(bare.source.directory).toEqual({ recurse: false })
  expect(none.source).not.toHaveProperty('directory')
})

test.each([
  ['spec.sources', { source: 'null', more: 'sources: [{repoURL: https://git.example.com/a/b}]' }],
  ['spec.sourceHydrator', { source: 'null', more: 'sourceHydrator: {drySource: {}, syncSource: {path: a}}' }],
  [
    'spec.source.chart',
    { source: '{repoURL: https://charts.example.com/a/b, chart: web, targetRevision: "1"}' },
  ],
  [
    'spec.source.helm',
    { source: '{repoURL: https://git.example.com/a/b, path: a, helm: {releaseName: web}}' },
  ],
  ['spec.source.plugin', { source: '{repoURL: https://git.example.com/a/b, path: a, plugin: {name: x}}' }],
  ['spec.source.ref', { source: '{repoURL: https://git.example.com/a/b, path: a, ref: values}' }],
  [
    'spec.source.directory.jsonnet',
    { source: '{repoURL: https://git.example.com/a/b, path: a, directory: {jsonnet: {libs: [x]}}}' },
  ],
  [
    'spec.source.directory.disableExtensionFilter',
    {
      source: '{repoURL: https://git.example.com/a/b, path: a, directory: {disableExtensionFilter: true}}',
    },
  ],
  [
    'spec.source.kustomize.components',
    { source: '{repoURL: https://git.example.com/a/b, path: a, kustomize: {components: [../c]}}' },
  ],
  [
    'spec.source.kustomize.replicas',
    {
      source:
        '{repoURL: https://git.example.com/a/b, path: a, kustomize: {replicas: [{name: web, count: 2}]}}',
    },
  ],
  [
    'spec.source.kustomize.images',
    {
      source:
        '{repoURL: https://git.example.com/a/b, path: a, kustomize: {images: ["web:$ARGOCD_APP_REVISION"]}}',
    },
  ],
  [
    'spec.source.kustomize.commonLabels',
    {
      source:
        '{repoURL: https://git.example.com/a/b, path: a, kustomize: {commonLabels: {app: $ARGOCD_APP_NAME}}}',
    },
  ],
  ['spec.syncPolicy.syncOptions[1]', { syncPolicy: '{syncOptions: [CreateNamespace=true, Prune=fasle]}' }],
  ['spec.syncPolicy.syncOptions[0]', { syncPolicy: '{syncOptions: [ServerSideApply=false]}' }],
  ['spec.syncPolicy.syncOptions[0]', { syncPolicy: '{syncOptions: [createnamespace=true]}' }],
  [
    'spec.ignoreDifferences[0].jqPathExpressions[1]',
    { more: 'ignoreDifferences: [{kind: Pod, jqPathExpressions: [.spec, .spec | map(.a)]}]' },
  ],
  ['metadata.finalizers[0]', { metadata: 'finalizers: [post-delete-finalizer.argocd.argoproj.io]' }],
  ['metadata.annotations', { metadata: 'annotations: {argocd.argoproj.io/skip-reconcile: "true"}' }],
])('%s is known and not supported', (field, changes) => {
  expect(problemsIn(parse(changes))).toEqual([
    expect.objectContaining({
      code: 'unsupported',
      file: 'apps/shop.yaml',
      application: 'shop',
      field,
      message: expect.stringContaining(`${field} `),
    }),
  ])
})

test.each([
  ['spec.source.repoURL', 'is required', { source: '{path: a}' }],
  ['spec.source.repoURL', 'is not the URL of a Git repository', { source: '{repoURL: charts, path: a}' }],
  [
    'spec.source.repoURL',
    'holds a password',
    { source: '{repoURL: "https://me:secret@git.example.com/a/b", path: a}' },
  ],
  ['spec.source.path', 'is required', { source: '{repoURL: https://git.example.com/a/b}' }],
  ['spec.source.path', 'is required', { source: '{repoURL: https://git.example.com/a/b, path: ""}' }],
  [
    'spec.source.path',
    'app path is absolute',
    { source: '{repoURL: https://git.example.com/a/b, path: /etc}' },
  ],
  [
    'spec.source.path',
    'app path outside root',
    { source: '{repoURL: https://git.example.com/a/b, path: a/../../b}' },
  ],
  [
    'spec.source.targetRevision',
    'must be text; put it in quotes',
    { source: '{repoURL: https://git.example.com/a/b, path: a, targetRevision: 1.10}' },
  ],
  [
    'spec.source.directory.include',
    'is no glob',
    { source: '{repoURL: https://git.example.com/a/b, path: a, directory: {include: "{a"}}' },
  ],
  [
    'spec.source',
    'multiple application sources defined: Kustomize,Directory',
    { source: '{repoURL: https://git.example.com/a/b, path: a, directory: {}, kustomize: {}}' },
  ],
  [
    'spec.source.kustomize.commonLabels.on',
    'must be text',
    { source: '{repoURL: https://git.example.com/a/b, path: a, kustomize: {commonLabels: {on: true}}}' },
  ],
  [
    'spec.source.kustomise',
    'is not a known field',
    { source: '{repoURL: https://git.example.com/a/b, path: a, kustomise: {}}' },
  ],
  ['spec.source', 'is required', { source: 'null' }],
  ['spec.source', 'must be a mapping', { source: 'shop' }],
  ['spec.source', 'is required', { source: 'null', more: 'sources: []' }],
  [
    'spec.destination',
    "application destination can't have both name and server defined: east https://e.test",
    { destination: '{name: east, server: https://e.test, namespace: shop}' },
  ],
  ['spec.destination.namespace', 'must be at most 63', { destination: '{namespace: Shop}' }],
  ['spec.destination', 'is required', { destination: 'null' }],
  [
    'spec.syncPolicy.automated.prune',
    'must be true or false',
    { syncPolicy: '{automated: {prune: "true"}}' },
  ],
  [
    'spec.syncPolicy.retry.backoff.duration',
    'must be a duration',
    { syncPolicy: '{retry: {limit: 1, backoff: {duration: soon}}}' },
  ],
  [
    'spec.syncPolicy.retry.backoff.duration',
    'must be a duration',
    { syncPolicy: '{retry: {limit: 1, backoff: {duration: -5s}}}' },
  ],
  [
    'spec.syncPolicy.retry.backoff.factor',
    'must be a whole number',
    { syncPolicy: '{retry: {backoff: {factor: 0}}}' },
  ],
  ['spec.ignoreDifferences[0].kind', 'is required', { more: 'ignoreDifferences: [{jsonPointers: [/a]}]' }],
  [
    'spec.ignoreDifferences[0].group',
    'is no glob',
    { more: 'ignoreDifferences: [{kind: Pod, group: "[a"}]' },
  ],
  [
    'spec.ignoreDifferences[0].jsonPointers[1]',
    'must be a JSON pointer',
    { more: 'ignoreDifferences: [{kind: Pod, jsonPointers: [/a, spec]}]' },
  ],
  [
    'spec.ignoreDifferences[0].jsonPointers[0]',
    'must be a JSON pointer',
    { more: 'ignoreDifferences: [{kind: Pod, jsonPointers: [""]}]' },
  ],
  ['spec.project', 'must be at most 253', { more: 'project: Team A' }],
  ['spec.sycnPolicy', 'is not a known field', { more: 'sycnPolicy: {}' }],
  ['metadata.annotation', 'is not a known field', { metadata: 'annotation: {}' }],
  [
    'metadata.annotations',
    'names a path outside the repository',
    { metadata: 'annotations: {argocd.argoproj.io/manifest-generate-paths: ../../..}' },
  ],
])('%s: %s', (field, message, changes) => {
  expect(problemsIn(parse(changes))).toEqual([
    expect.objectContaining({ code: 'invalid', field, message: expect.stringContaining(message) }),
  ])
})

test('every problem is found at once, each on its line', () => {
  const parsed = parseApplication(
    declaredIn(`apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: Shop
spec:
  source:
    repoURL: https://git.example.com/a/b
    path: a
    helm:
      valueFiles: [a.yaml]
  destination:
    namespace: shop
  syncPolicy:
    syncOptions:
      - Replaced=true
      - FailOnSharedResource=false
operation: {sync: {}}
`),
  )

  expect(
    problemsIn(parsed)
      .map(({ line, field }) => `${line} ${field}`)
      .toSorted(),
  ).toEqual([
    '15 spec.syncPolicy.syncOptions[0]',
    '16 spec.syncPolicy.syncOptions[1]',
    '17 operation',
    '4 metadata.name',
    '9 spec.source.helm',
  ])
})

test('a declaration without lines of its own names the line on which it starts', () => {
  const { manifest, declaredAt } = declaredIn(
    'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}',
  )

  const parsed = parseApplication({ manifest, declaredAt: { ...declaredAt, line: 40 } })

  expect(problemsIn(parsed)).toEqual([
    expect.objectContaining({ line: 40, field: 'spec', message: 'spec is required' }),
  ])
})

test('another version of Application is not guessed at', () => {
  const { manifest, declaredAt } = declaredIn(
    'apiVersion: argoproj.io/v2\nkind: Application\nmetadata: {name: a}\nspec: {}',
  )

  const problems = problemsIn(parseApplication({ manifest, declaredAt }))

  expect(problems).toContainEqual(expect.objectContaining({ code: 'unsupported', field: 'apiVersion' }))
})

interface Changes {
  readonly source?: string
  readonly destination?: string
  readonly syncPolicy?: string
  readonly metadata?: string
  readonly more?: string
}

test('sync options that contradict each other are refused, each by name', () => {
  const syncPolicy = '{syncOptions: [Prune=true, PruneLast=true, Prune=false]}'

  expect(problemsIn(parse({ syncPolicy })).map(({ field, message }) => [field, message])).toEqual([
    ['spec.syncPolicy.syncOptions[0]', expect.stringContaining('contradicts Prune=false; keep one of them')],
    ['spec.syncPolicy.syncOptions[2]', expect.stringContaining('contradicts Prune=true; keep one of them')],
  ])
})

function parse(changes: Changes): ParsedApplication {
  return parseApplication(
    declaredIn(`
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: shop
  ${changes.metadata ?? 'labels: {}'}
spec:
  source: ${changes.source ?? '{repoURL: https://git.example.com/team/shop, path: deploy}'}
  destination: ${changes.destination ?? '{namespace: shop}'}
  syncPolicy: ${changes.syncPolicy ?? '{}'}
  ${changes.more ?? ''}
`),
  )
}

function problemsIn(parsed: ParsedApplication): Extract<ParsedApplication, { kind: 'problems' }>['problems'] {
  if (parsed.kind === 'problems') return parsed.problems
  throw new Error('it was accepted')
}
