import { expect, test } from 'vitest'
import { liveStateQueries } from '../../src/diff/live-queries.ts'
import type { Permit } from '../../src/policy/permit.ts'
import { compareInput, discovery } from './compare-case.ts'

const { desired } = compareInput({
  desired: `
{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: annex}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: annex}}
---
{apiVersion: example.com/v1, kind: Till, metadata: {name: unknown}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: hook, annotations: {argocd.argoproj.io/hook: Sync}}}`,
})

function query(
  recorded: readonly (readonly [group: string, kind: string, namespace: string])[],
  permit: Permit = () => undefined,
) {
  const inventory = recorded.map(([group, kind, namespace]) => ({
    key: { group, kind, namespace, name: 'recorded' },
  }))
  return liveStateQueries(desired, discovery, inventory, permit).map(
    ({ type, namespace }) => `${type.kind} in ${namespace}`,
  )
}

test('each kind is listed once in each namespace where it is rendered', () => {
  expect(query([])).toEqual(['ConfigMap in shop', 'ConfigMap in annex', 'Namespace in '])
})

test('what the inventory holds is listed too, what it shares with the render once', () => {
  expect(
    query([
      ['', 'ConfigMap', 'shop'],
      ['', 'ConfigMap', 'attic'],
      ['apps', 'Deployment', 'shop'],
      ['example.com', 'Gone', 'shop'],
    ]),
  ).toEqual([
    'ConfigMap in shop',
    'ConfigMap in annex',
    'Namespace in ',
    'ConfigMap in attic',
    'Deployment in shop',
  ])
})

test('what the application may not write is not listed for it', () => {
  const permit: Permit = ({ namespace }) => (namespace === 'annex' ? 'not permitted' : undefined)

  expect(query([], permit)).toEqual(['ConfigMap in shop', 'Namespace in '])
})
