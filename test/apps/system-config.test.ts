import { expect, test } from 'vitest'
import { isSystemConfig, parseSystemConfig } from '../../src/apps/system-config.ts'
import { declaredIn } from '../support/declared.ts'

const key = (suffix: string) => `resource.customizations.ignoreDifferences.${suffix}`

function configOf(data: { readonly [key: string]: string }) {
  const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'argocd-cm' }, data }
  return parseSystemConfig(declaredIn(JSON.stringify(manifest)))
}

test.each([
  [key('apps_Deployment'), { group: 'apps', kind: 'Deployment' }],
  [
    key('admissionregistration.k8s.io_MutatingWebhookConfiguration'),
    { group: 'admissionregistration.k8s.io', kind: 'MutatingWebhookConfiguration' },
  ],
  [key('Service'), { group: '', kind: 'Service' }],
  [key('all'), { group: '*', kind: '*' }],
])('%s is a rule for %o', (name, kind) => {
  const { ignoreDifferences, problems } = configOf({
    [name]:
      "jsonPointers: [/spec/a]\njqPathExpressions: ['.webhooks[]?.clientConfig.caBundle']\nmanagedFieldsManagers: [kube-controller-manager]",
    url: 'https://argocd.example.com',
    'dex.config': 'x',
  })

  expect(problems).toEqual([])
  expect(ignoreDifferences).toMatchObject([
    {
      ...kind,
      jsonPointers: ['/spec/a'],
      expressions: [{ text: '.webhooks[]?.clientConfig.caBundle' }],
      managers: ['kube-controller-manager'],
    },
  ])
})

test.each([
  [
    'jqPathExpressions: [.a | map(.b)]',
    `data["${key('all')}"].jqPathExpressions[0]`,
    '"map" is not supported, at character 6',
  ],
  ['jsonPointers: [spec]', `data["${key('all')}"].jsonPointers[0]`, 'must be a JSON pointer'],
  ['others: 1', `data["${key('all')}"].others`, 'is not a known field'],
  ['- a', `data["${key('all')}"]`, 'must be a mapping'],
  ['a: [', `data["${key('all')}"]`, 'is no YAML that can be read'],
])('a rule that says %j is a problem by name', (text, field, message) => {
  const { problems } = configOf({ [key('all')]: text })

  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatchObject({ field, message: expect.stringContaining(message) })
  expect(problems[0]).not.toHaveProperty('application')
})

test('settings that would change what is compared are told to have no effect', () => {
  const { problems } = configOf({
    'resource.exclusions': '[]',
    'resource.customizations.health.apps_Deployment': 'return 1',
  })

  expect(problems).toMatchObject([
    { warning: true, message: 'argocd-cm sets "resource.exclusions", which has no effect here' },
    { warning: true },
  ])
})

test.each([
  [{}, undefined],
  [{ 'application.resourceTrackingMethod': 'annotation' }, undefined],
  [{ 'application.instanceLabelKey': 'team/app' }, undefined],
  [{ 'application.resourceTrackingMethod': 'label' }, { key: 'app.kubernetes.io/instance', method: 'label' }],
  [
    {
      'application.resourceTrackingMethod': 'annotation+label',
      'application.instanceLabelKey': 'team/app',
    },
    { key: 'team/app', method: 'annotation+label' },
  ],
])('%o tracks by the label %o', (data, label) => {
  expect(configOf(data)).toMatchObject({ problems: [] })
  expect(configOf(data).trackingLabel).toEqual(label)
})

test('a way of tracking that nobody knows is a problem by name', () => {
  expect(configOf({ 'application.resourceTrackingMethod': 'lable' }).problems).toMatchObject([
    {
      field: 'data["application.resourceTrackingMethod"]',
      message: expect.stringContaining('must be annotation, label or annotation+label'),
    },
  ])
})

test('another ConfigMap is no settings', () => {
  expect(isSystemConfig({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' } })).toBe(false)
})
