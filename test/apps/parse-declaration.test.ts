import { expect, test } from 'vitest'
import { isDeclaration } from '../../src/apps/declaration.ts'
import { parseDeclaration } from '../../src/apps/parse-declaration.ts'
import { declaredIn } from '../support/declared.ts'

test.each([
  ['argoproj.io/v1alpha1', 'Application', true],
  ['argoproj.io/v1beta9', 'Application', true],
  ['argoproj.io/v1alpha1', 'ApplicationSet', true],
  ['argoproj.io/v1alpha1', 'AppProject', true],
  ['kustomize.toolkit.fluxcd.io/v1', 'Kustomization', true],
  ['source.toolkit.fluxcd.io/v1', 'GitRepository', true],
  ['argoproj.io/v1alpha1', 'Rollout', false],
  ['app.k8s.io/v1beta1', 'Application', false],
  ['kustomize.config.k8s.io/v1beta1', 'Kustomization', false],
  ['v1', 'ConfigMap', false],
])('%s %s declares applications: %s', (apiVersion, kind, expected) => {
  expect(isDeclaration({ apiVersion, kind, metadata: { name: 'a' } })).toBe(expected)
})

test.each([
  [
    'argoproj.io/v1alpha1',
    'ApplicationSet',
    'ApplicationSet shop is not supported yet; write the applications out',
  ],
  [
    'kustomize.toolkit.fluxcd.io/v1',
    'Kustomization',
    'Kustomization shop is not supported yet; declare an Argo CD Application',
  ],
  [
    'source.toolkit.fluxcd.io/v1',
    'GitRepository',
    'GitRepository shop is not supported yet; declare an Argo CD Application',
  ],
])('%s %s is known and not supported', (apiVersion, kind, message) => {
  const declared = declaredIn(`\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: shop}`)

  expect(parseDeclaration(declared)).toEqual({
    kind: 'problems',
    problems: [{ code: 'unsupported', message, file: 'apps/shop.yaml', line: 2 }],
  })
})

test('what declares nothing stands in the wrong place', () => {
  const declared = declaredIn('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}')

  expect(parseDeclaration(declared)).toMatchObject({
    problems: [
      { code: 'not-a-declaration', message: expect.stringContaining('ConfigMap settings stands in a root') },
    ],
  })
})
