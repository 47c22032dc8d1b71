import { expect, test } from 'vitest'
import {
  areToldTogether,
  commitStatuses,
  standingEnd,
  startedStatus,
} from '../../src/report/commit-status.ts'
import { makeReport } from '../../src/report/make-report.ts'
import type { ApplicationReport, ReportProblem, Verdict } from '../../src/report/report.ts'
import { anApplicationReport, aProblem, aReport } from '../support/reports.ts'

test('the aggregate comes first, then each application under its cluster and name', () => {
  const applications = [
    anApplicationReport({ name: 'shop' }),
    anApplicationReport({ name: 'till', verdict: 'failure', summary: 'Degraded: no image' }),
  ]

  expect(statusesOf(applications)).toEqual([
    {
      context: 'plumbline/sync',
      state: 'failure',
      description: '2 apps: 1 failed, 1 in order; till: Degraded: no image',
    },
    { context: 'plumbline/sync: east/shop', state: 'success', description: 'Synced and Healthy: 2 objects' },
    { context: 'plumbline/sync: east/till', state: 'failure', description: 'Degraded: no image' },
  ])
})

test.each([
  [20, 21],
  [21, 1],
])('%i applications give %i statuses', (amount, statuses) => {
  const applications = Array.from({ length: amount }, (_, at) => anApplicationReport({ name: `app-${at}` }))

  expect(statusesOf(applications)).toHaveLength(statuses)
})

const shop = { cluster: 'east', name: 'shop' }
const together = '25 apps: Synced and Healthy'
const ownSuccess = { verdict: 'success', summary: 'Synced and Healthy' }

test.each<[string, readonly [string, Verdict, string][], object | undefined, boolean]>([
  ['nothing stands there', [], undefined, false],
  ['it began', [['plumbline/sync', 'pending', together]], undefined, false],
  ['25 ended well', [['plumbline/sync', 'success', together]], ownSuccess, true],
  ['25 ended', [['plumbline/sync', 'failure', '25 apps: 1 failed, 24 in order; till: no']], undefined, true],
  ['20 ended well', [['plumbline/sync', 'success', '20 apps: Synced and Healthy']], undefined, false],
  [
    'it changed nothing',
    [['plumbline/sync', 'success', 'this commit changes no application']],
    undefined,
    false,
  ],
  [
    'another one has a status of its own',
    [
      ['plumbline/sync', 'success', together],
      ['plumbline/sync: east/till', 'success', 'Synced and Healthy'],
    ],
    undefined,
    false,
  ],
  [
    'its own is open',
    [
      ['plumbline/sync', 'success', together],
      ['plumbline/sync: east/shop', 'pending', 'x'],
    ],
    undefined,
    false,
  ],
  [
    'its own has ended',
    [
      ['plumbline/sync', 'pending', together],
      ['plumbline/sync: east/shop', 'failure', 'no image'],
    ],
    { verdict: 'failure', summary: 'no image' },
    false,
  ],
])('where %s, an application has ended as that says', (_, stand, end, areTold) => {
  const standing = stand.map(([context, state, description]) => ({ context, state, description }))

  expect(standingEnd(standing, shop)).toEqual(end)
  expect(areToldTogether(standing)).toBe(areTold)
})

test.each<[string, readonly [Verdict, string, string][], readonly ReportProblem[], Verdict, string]>([
  ['nothing', [], [], 'success', 'this commit changes no application'],
  ['one in order', [['success', 'shop', 'x']], [], 'success', '1 app: Synced and Healthy'],
  [
    'all in order',
    [
      ['success', 'shop', 'x'],
      ['success', 'till', 'x'],
    ],
    [],
    'success',
    '2 apps: Synced and Healthy',
  ],
  [
    'all pending',
    [
      ['pending', 'shop', 'x'],
      ['pending', 'till', 'y'],
    ],
    [],
    'pending',
    '2 apps: 2 pending; shop: x',
  ],
  [
    'each in its own way',
    [
      ['success', 'a', 'x'],
      ['pending', 'b', 'x'],
      ['failure', 'c', 'x'],
      ['error', 'd', 'why'],
    ],
    [],
    'error',
    '4 apps: 1 not known, 1 failed, 1 pending, 1 in order; d: why',
  ],
  [
    'a problem beside what is in order',
    [['success', 'shop', 'x']],
    [aProblem({ file: 'a.yaml', line: 3 })],
    'failure',
    '1 app: 1 problem; a.yaml:3: spec is required',
  ],
  [
    'a problem beside what failed as well',
    [['failure', 'shop', 'x']],
    [aProblem({ file: 'a.yaml' })],
    'failure',
    '1 app: 1 failed, 1 problem; a.yaml: spec is required',
  ],
  [
    'a problem beside what is worse',
    [['error', 'shop', 'why']],
    [aProblem()],
    'error',
    '1 app: 1 not known, 1 problem; shop: why',
  ],
  [
    'a problem alone',
    [],
    [aProblem({ turn: 'platform', message: 'the host is away' }), aProblem()],
    'error',
    '0 apps: 2 problems; the host is away',
  ],
  [
    'a warning',
    [['success', 'shop', 'x']],
    [aProblem({ warning: true })],
    'success',
    '1 app: Synced and Healthy',
  ],
])('%s', (_, applications, problems, state, description) => {
  const reports = applications.map(([verdict, name, summary]) =>
    anApplicationReport({ verdict, name, summary }),
  )

  expect(statusesOf(reports, problems)[0]).toEqual({ context: 'plumbline/sync', state, description })
})

test('a long reason is cut so that no character breaks', () => {
  const summary = `${'a'.repeat(138)}😀😀`

  const [, status] = statusesOf([anApplicationReport({ summary })])

  expect(status?.description).toBe(`${'a'.repeat(138)}…`)
})

test('a job that has begun says so before anything is known', () => {
  expect(startedStatus()).toEqual({
    context: 'plumbline/sync',
    state: 'pending',
    description: 'reading what this commit declares',
  })
})

function statusesOf(
  applications: readonly ApplicationReport[],
  problems: readonly ReportProblem[] = [],
): ReturnType<typeof commitStatuses> {
  const { repository, commit } = aReport()
  return commitStatuses(makeReport({ repository, commit, applications, problems }))
}
