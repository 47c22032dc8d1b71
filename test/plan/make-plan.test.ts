import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseYamlValue } from '../../src/kube/yaml.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { isEmpty } from '../../src/plan/plan.ts'
import { formatPlan } from './format-plan.ts'
import { type PlanCase, planInput } from './plan-case.ts'

const folder = new URL('../../fixtures/plans/', import.meta.url)
const cases = readdirSync(folder).flatMap((file) =>
  file.endsWith('.yaml') ? [file.replace('.yaml', '')] : [],
)

function load(name: string): PlanCase {
  return parseYamlValue(readFileSync(new URL(`${name}.yaml`, folder), 'utf8')).value as unknown as PlanCase
}

test.each(cases)('%s', async (name) => {
  const plan = makePlan(planInput(load(name)))

  await expect(formatPlan(plan)).toMatchFileSnapshot(new URL(`${name}.txt`, folder).pathname)
})

test('a plan with nothing to apply and no hook to run is empty', () => {
  expect(isEmpty(makePlan(planInput(load('nothing-to-do'))))).toBe(true)
  expect(isEmpty(makePlan(planInput(load('manual-sync-runs-hooks'))))).toBe(false)
  expect(isEmpty(makePlan(planInput(load('image-bump'))))).toBe(false)
})

const origin = { path: 'apps/till/all.yaml', line: 1 }

test.each<[string, string | undefined, readonly string[], string | undefined]>([
  ['nobody marked it', undefined, [], undefined],
  ['it bears its own mark', 'shop', [], undefined],
  ['another one gave it up', 'till', [], 'till'],
  ['another one gave it up that a third declares', 'till', ['bar'], 'till'],
  ['another one declares it still', 'till', ['till'], undefined],
])('of an object that is applied, where %s, it is told who hands it over', (_, mark, declarers, from) => {
  const till = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'till', namespace: 'shop' } }
  const annotations =
    mark === undefined ? {} : { 'argocd.argoproj.io/tracking-id': `${mark}:/ConfigMap:shop/till` }
  const live = { ...till, metadata: { ...till.metadata, annotations, uid: 'u' } }
  const input = planInput({ desired: [till], live: [live], compared: { 'ConfigMap till': 'drifted' } })
  const declarersOf = () => declarers.map((application) => ({ application, origin }))

  const plan = makePlan({ ...input, neighbours: { ...input.neighbours, declarersOf } })

  const steps = plan.phases.flatMap(({ waves }) => waves.flatMap((wave) => wave.steps))
  expect(steps.map((step) => step.action === 'apply' && step.handedOverBy)).toEqual([from])
})
