import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseApplication } from '../../src/apps/parse-application.ts'
import type { Json } from '../../src/kube/json.ts'

const keys = fc.constantFrom(
  'source',
  'sources',
  'destination',
  'syncPolicy',
  'automated',
  'retry',
  'ignoreDifferences',
  'repoURL',
  'path',
  'kustomize',
  'images',
  'commonLabels',
  'name',
  'server',
  'namespace',
  'syncOptions',
  '__proto__',
  'toString',
)

const values: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom<Json>(
      null,
      false,
      1,
      '',
      '..',
      '/a',
      'https://git.example.com/a/b',
      'CreateNamespace=true',
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
  ),
})).value

test('whatever the spec, an application comes out or a problem with a place', () => {
  fc.assert(
    fc.property(values, (spec) => {
      const parsed = parseApplication({
        manifest: {
          apiVersion: 'argoproj.io/v1alpha1',
          kind: 'Application',
          metadata: { name: 'shop' },
          spec,
        },
        declaredAt: { repository: { host: 'forge', owner: 'team', name: 'config' }, path: 'a.yaml', line: 7 },
      })

      if (parsed.kind === 'problems') expect(parsed.problems.length).toBeGreaterThan(0)
      else expect(parsed.application.source.repoURL).toBe('https://git.example.com/a/b')
    }),
    { numRuns: 300 },
  )
})

test('a path never leaves its repository', () => {
  const paths = fc.array(fc.constantFrom('..', '.', '', 'a', 'b c', '...'), { maxLength: 8 })
  fc.assert(
    fc.property(paths, (segments) => {
      const parsed = parseApplication({
        manifest: {
          apiVersion: 'argoproj.io/v1alpha1',
          kind: 'Application',
          metadata: { name: 'shop' },
          spec: {
            source: { repoURL: 'https://git.example.com/a/b', path: segments.join('/') },
            destination: { namespace: 'shop' },
          },
        },
        declaredAt: { repository: { host: 'forge', owner: 'team', name: 'config' }, path: 'a.yaml', line: 1 },
      })

      const path = parsed.kind === 'application' ? parsed.application.source.path : ''
      expect(path).not.toMatch(/(^|\/)(\.{0,2})(\/|$)(?=.)|^\/|^\.\.?$/)
    }),
  )
})
