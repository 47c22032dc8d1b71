import { expect, test } from 'vitest'
import type { FieldDrift, ObjectComparison } from '../../src/diff/comparison.ts'
import { comparisonText } from '../../src/report/comparison-text.ts'
import { aComparison, aKey, inSync, missing } from '../support/reports.ts'

const image: FieldDrift = {
  path: 'spec.template.spec.containers[name=web].image',
  git: { kind: 'value', value: 'web:3.10' },
  live: { kind: 'value', value: 'web:3.9' },
  writer: { manager: 'kubectl-edit', operation: 'Update', time: '2026-01-05T08:00:00Z', class: 'person' },
  effect: 'overwrite',
}

test.each<[string, Partial<FieldDrift>, string]>([
  [
    'another image',
    {},
    'spec.template.spec.containers[name=web].image: Git "web:3.10", live "web:3.9"; last writer kubectl-edit (a person, Update) at 2026-01-05T08:00:00Z; a sync will overwrite it',
  ],
  [
    'scaled by an autoscaler',
    {
      path: 'spec.replicas',
      git: { kind: 'value', value: 3 },
      live: { kind: 'value', value: 5 },
      writer: { manager: 'hpa', operation: 'Update', subresource: 'scale', class: 'controller' },
      effect: 'take-over',
    },
    'spec.replicas: Git 3, live 5; last writer hpa (a controller, Update of scale); a sync will take it over from hpa',
  ],
  [
    'changed by a script with a name of its own',
    { writer: { manager: 'nightly-patch', operation: 'Update', class: 'unknown' } },
    'spec.template.spec.containers[name=web].image: Git "web:3.10", live "web:3.9"; last writer nightly-patch (unknown to Plumbline, Update); a sync will overwrite it',
  ],
  [
    'gone from Git',
    {
      path: 'data.old',
      git: { kind: 'absent' },
      live: { kind: 'value', value: 'x' },
      writer: { manager: 'plumbline', operation: 'Apply', class: 'us' },
      effect: 'remove',
    },
    'data.old: Git nothing, live "x"; last writer plumbline (Plumbline itself, Apply); a sync will remove it',
  ],
])('%s', (_, changes, line) => {
  const object: ObjectComparison = {
    kind: 'drifted',
    key: aKey('Deployment', 'web', 'apps'),
    uid: 'u',
    fields: [{ ...image, ...changes }],
  }

  expect(comparisonText(aComparison([object]))).toBe(`apps/Deployment shop/web: drifted\n  ${line}\n`)
})

test.each<[FieldDrift['git'], FieldDrift['live'], string]>([
  [{ kind: 'masked' }, { kind: 'masked' }, 'Git (masked), live (masked, another one)'],
  [{ kind: 'masked' }, { kind: 'absent' }, 'Git (masked), live nothing'],
  [{ kind: 'value', value: null }, { kind: 'value', value: [1, { a: '' }] }, 'Git null, live [1,{"a":""}]'],
])('values %j and %j', (git, live, values) => {
  const object: ObjectComparison = {
    kind: 'drifted',
    key: aKey('Secret', 'token'),
    uid: 'u',
    fields: [{ path: 'data.token', git, live, effect: 'set' }],
  }

  expect(comparisonText(aComparison([object]))).toContain(`  data.token: ${values}; a sync will set it\n`)
})

test('what is in sync is not mentioned', () => {
  expect(comparisonText(aComparison([inSync('a'), inSync('b')]))).toBe('')
})

test('every other verdict has its line', () => {
  const comparison = aComparison(
    [
      missing('new'),
      { kind: 'extraneous', key: aKey('ConfigMap', 'old'), uid: 'u' },
      { kind: 'extraneous', key: aKey('ConfigMap', 'kept'), uid: 'u', kept: 'has-owner' },
      {
        kind: 'rejected',
        key: aKey('Job', 'migrate', 'batch'),
        reason: 'immutable',
        field: 'spec.template',
        message: 'field is immutable',
        remedy: 'delete it first',
      },
      {
        kind: 'unverified',
        key: aKey('Widget', 'w', 'example.com'),
        reason: 'kind-in-plan',
        message: 'its kind comes with this plan',
        live: 'no',
        fields: [],
      },
    ],
    { unlisted: [{ group: '', kind: 'Secret', namespace: 'shop', reason: 'forbidden' }] },
  )

  expect(comparisonText(comparison)).toBe(
    [
      'ConfigMap shop/new: missing; a sync will create it',
      'ConfigMap shop/old: not in Git',
      'ConfigMap shop/kept: not in Git; kept (has-owner)',
      'batch/Job shop/migrate: would be rejected (immutable) spec.template: field is immutable; delete it first',
      'example.com/Widget shop/w: could not be verified (kind-in-plan): its kind comes with this plan',
      'Secret in shop: could not be listed: forbidden',
      '',
    ].join('\n'),
  )
})

test('a long value is cut, and nothing in it moves the cursor', () => {
  const value = `\u001b[2J\u{9b}1m\n${'x'.repeat(300)}`
  const object: ObjectComparison = {
    kind: 'drifted',
    key: aKey('ConfigMap', 'a\u001b'),
    uid: 'u',
    fields: [{ ...image, live: { kind: 'value', value } }],
  }

  const text = comparisonText(aComparison([object]))

  expect(text).not.toMatch(/[^\n\P{Cc}]/u)
  expect(text).not.toContain('x'.repeat(200))
  expect(text).toContain('…')
})
