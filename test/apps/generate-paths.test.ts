import { expect, test } from 'vitest'
import { parseApplication } from '../../src/apps/parse-application.ts'
import { applicationOf, declaredIn } from '../support/declared.ts'

test.for<[string, string, readonly string[] | undefined]>([
  ['deploy/web', '', undefined],
  ['deploy/web', ' ; ;', undefined],
  ['deploy/web', '.', ['deploy/web']],
  ['deploy/web', './', ['deploy/web']],
  ['deploy/web', '../shared', ['deploy/shared']],
  ['deploy/web', '.;../../base', ['deploy/web', 'base']],
  ['deploy/web', 'a;/b/c ; d.yaml', ['deploy/web/a', 'b/c', 'deploy/web/d.yaml']],
  ['deploy/web', '/', ['']],
  ['deploy/web', '//base//x/', ['base/x']],
  ['deploy/web', '/libs/*.yaml', ['libs/*.yaml']],
  ['.', 'shared', ['shared']],
])('an application at %s reads the annotation %j as %j', ([path, annotation, paths]) => {
  const application = applicationOf(
    parseApplication(
      declaredIn(`
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: shop
  annotations: {argocd.argoproj.io/manifest-generate-paths: ${JSON.stringify(annotation)}}
spec:
  source: {repoURL: https://git.example.com/team/shop, path: ${path}}
  destination: {namespace: shop}
`),
    ),
  )

  expect(application.generatePaths).toEqual(paths)
})

test.for(['../../..', '/../x', 'a\\b'])('the annotation %j is refused', (annotation) => {
  const parsed = parseApplication(
    declaredIn(`
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: shop
  annotations: {argocd.argoproj.io/manifest-generate-paths: ${JSON.stringify(annotation)}}
spec:
  source: {repoURL: https://git.example.com/team/shop, path: deploy/web}
  destination: {namespace: shop}
`),
  )

  expect(parsed).toMatchObject({ problems: [{ code: 'invalid', field: 'metadata.annotations' }] })
})
