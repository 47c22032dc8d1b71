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
