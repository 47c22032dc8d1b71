import { expect, test } from 'vitest'
import {
  leftStatuses,
  plannedTogether,
  planStatuses,
  startedPlanStatus,
} from '../../src/report/plan-status.ts'
import { aFieldPreview, anApplicationPreview, anObjectPreview, aPreview } from '../support/previews.ts'
import { aKey, aProblem } from '../support/reports.ts'

const rejected = anObjectPreview({
  action: 'reject',
  rejected: { reason: 'immutable', message: 'field is immutable', remedy: '' },
})
const pruned = anObjectPreview({ key: aKey('ConfigMap', 'old'), action: 'prune', fields: [] })
const sha = aPreview().head.slice(0, 7)

function aggregateOf(preview: ReturnType<typeof aPreview>): string {
  const last = planStatuses(preview).at(-1)
  return `${last?.context} ${last?.state}: ${last?.description}`
}

function ofObjects(...objects: ReturnType<typeof anObjectPreview>[]): ReturnType<typeof aPreview> {
  return aPreview({ applications: [anApplicationPreview({ objects })] })
}

test('the first write says that a plan is being made', () => {
  expect(startedPlanStatus()).toMatchObject({ context: 'plumbline/plan', state: 'pending' })
})

test('each application has its status, and the aggregate comes last', () => {
  const applications = ['pay', 'shop'].map((name) => anApplicationPreview({ name }))

  expect(planStatuses(aPreview({ applications })).map(({ context }) => context)).toEqual([
    'plumbline/plan: east/pay',
    'plumbline/plan: east/shop',
    'plumbline/plan',
  ])
})

test('of more than twenty applications only the aggregate is written', () => {
  const applications = Array.from({ length: 21 }, (_, index) =>
    anApplicationPreview({ name: `app-${index}` }),
  )

  expect(planStatuses(aPreview({ applications }))).toEqual([
    { context: 'plumbline/plan', state: 'success', description: `21 apps: ~21 · ${sha}` },
  ])
})

test('a plan that the API server accepts is green, and counts what it would do', () => {
  const overwrite = anObjectPreview({
    fields: [aFieldPreview({ will: 'overwrite-live-edit', cause: 'both' })],
  })
  const created = anObjectPreview({ key: aKey('Service', 'web'), action: 'create', fields: [] })

  expect(aggregateOf(ofObjects(created, overwrite, pruned))).toBe(
    `plumbline/plan success: 1 app: +1 ~1 −1 · 1 live edit overwritten · ${sha}`,
  )
})

test('what could not be verified is green and counted', () => {
  const unverified = anObjectPreview({
    unverified: { reason: 'webhook-refuses-dry-run', message: 'it has side effects' },
  })

  expect(aggregateOf(ofObjects(unverified))).toBe(`plumbline/plan success: 1 app: ~1 · 1 unverified · ${sha}`)
})

test('a rendered plan says that it was only rendered', () => {
  expect(aggregateOf(aPreview({ depth: 'rendered', fork: true }))).toBe(
    `plumbline/plan success: 1 app: ~1 · rendered only · ${sha}`,
  )
})

test('an object that would be rejected makes it red', () => {
  expect(aggregateOf(ofObjects(rejected))).toBe(`plumbline/plan failure: 1 app: 1 would be rejected · ${sha}`)
})

test('an acknowledgement is needed until it is given', () => {
  const asking = (given: boolean): string =>
    aggregateOf(
      aPreview({
        applications: [
          anApplicationPreview({
            objects: [pruned],
            acknowledgement: { digest: 'd', given, reasons: ['r'] },
          }),
        ],
      }),
    )

  expect(asking(false)).toBe(`plumbline/plan failure: 1 app: needs an acknowledgement · −1 · ${sha}`)
  expect(asking(true)).toBe(`plumbline/plan success: 1 app: −1 · ${sha}`)
})

test('a branch that needs an update is red', () => {
  expect(aggregateOf(aPreview({ needsUpdate: ['a.yaml', 'b.yaml'], applications: [] }))).toBe(
    `plumbline/plan failure: needs update: 2 paths · no application is touched · ${sha}`,
  )
})

test('what the author can mend is a failure, what could not be found out an error, and a warning neither', () => {
  const withProblem = (changes: Parameters<typeof aProblem>[0]): string =>
    aggregateOf(aPreview({ applications: [], problems: [aProblem(changes)] }))

  expect(withProblem({ turn: 'author' })).toBe(
    `plumbline/plan failure: spec is required · no application is touched · ${sha}`,
  )
  expect(withProblem({ turn: 'platform', message: 'no answer' })).toContain('plumbline/plan error: no answer')
  expect(withProblem({ turn: 'platform', warning: true })).toContain('plumbline/plan success: no application')
})

test('what could not be found out is told before what the author can mend', () => {
  const problems = [aProblem(), aProblem({ turn: 'platform', message: 'east does not answer' })]

  expect(aggregateOf(aPreview({ applications: [anApplicationPreview({ problems })] }))).toBe(
    `plumbline/plan error: east does not answer (and 1 more problem) · 1 app: ~1 · ${sha}`,
  )
})

test('however long the text, the commit ends it', () => {
  const problems = ['x', 'y'].map((letter) => aProblem({ message: letter.repeat(500) }))
  const name = '𝒳'.repeat(200)
  const statuses = planStatuses(
    aPreview({ needsUpdate: ['p'], applications: [anApplicationPreview({ name, problems })] }),
  )

  for (const { description } of statuses) {
    expect(description.length).toBeLessThanOrEqual(140)
    expect(description.endsWith(` · ${sha}`)).toBe(true)
  }
})

test('of several pull requests with one head the worst is said, first and with its number', () => {
  const fine = aPreview({ number: 7 })
  const bad = aPreview({ number: 9, applications: [anApplicationPreview({ objects: [rejected] })] })
  const statuses = planStatuses(fine, [bad])

  expect(statuses).toEqual([
    {
      context: 'plumbline/plan: east/shop',
      state: 'failure',
      description: `#9: 1 would be rejected · #7: ~1 · ${sha}`,
    },
    {
      context: 'plumbline/plan',
      state: 'failure',
      description: `2 pull requests · #9: 1 app: 1 would be rejected · #7: 1 app: ~1 · ${sha}`,
    },
  ])
  expect(planStatuses(bad, [fine])).toEqual(statuses)
  expect(statuses.slice(-1).map(plannedTogether)).toEqual([2])
  expect(planStatuses(bad).map(plannedTogether)).toEqual([1, 1])
})

test('an application that is touched no more is not left red, unless that is not known or it is of another cluster', () => {
  const standing = ['east/shop', 'east/pay', 'eastern/pay', 'west/pay'].map((place) => ({
    context: `plumbline/plan: ${place}`,
    state: 'failure' as const,
    description: 'x',
  }))

  expect(leftStatuses([aPreview()], standing, ['east'])).toMatchObject([
    { context: 'plumbline/plan: east/pay', state: 'success' },
  ])
  expect(leftStatuses([aPreview({ problems: [aProblem()] })], standing, ['east'])).toEqual([])
  expect(leftStatuses([aPreview(), aPreview({ needsUpdate: ['p'] })], standing, ['east'])).toEqual([])
})
