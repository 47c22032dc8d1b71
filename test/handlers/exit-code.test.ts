import { expect, test } from 'vitest'
import { exitCodeOf, exitCodeOfError } from '../../handlers/node-only/exit-code.ts'
import { ClusterError } from '../../src/cluster/cluster-error.ts'
import type { ApplicationReport, ReportProblem } from '../../src/report/report.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'
import { anApplicationReport, aProblem } from '../support/reports.ts'

const inOrder = anApplicationReport()
const differs = anApplicationReport({ sync: 'OutOfSync' })
const unknown = anApplicationReport({ sync: 'Unknown' })
const stuck = anApplicationReport({
  sync: 'OutOfSync',
  outcome: { phase: 'Error', operationId: 'o', message: 'forbidden', retryable: false, results: [] },
})
const blocked = anApplicationReport({ sync: 'Unknown', problems: [aProblem()] })
const warning = aProblem({ warning: true, turn: 'operator' })
const away = aProblem({ turn: 'platform' })

test.for<[string, readonly ApplicationReport[], readonly ReportProblem[], number]>([
  ['nothing at all', [], [], 0],
  ['everything in order', [inOrder, inOrder], [], 0],
  ['a warning', [inOrder], [warning], 0],
  ['one that differs', [inOrder, differs], [], 1],
  ['one that cannot be used beside one that differs', [differs, blocked], [], 2],
  ['a declaration that cannot be used', [inOrder], [aProblem()], 2],
  ['one that is not known', [inOrder, unknown], [], 3],
  ['one whose sync could not go on', [stuck], [], 3],
  ['a host that is away', [inOrder], [away], 3],
  ['a host that is away beside input that cannot be used', [blocked], [aProblem(), away], 3],
  ['a permission that the operator has to give', [inOrder], [aProblem({ turn: 'operator' })], 3],
])('%s', ([, applications, problems, code]) => {
  expect(exitCodeOf(applications, problems, ({ sync }) => sync === 'Synced')).toBe(code)
})

test('what is in order is for the command to say', () => {
  expect(exitCodeOf([inOrder], [], () => false)).toBe(1)
  expect(exitCodeOf([differs], [], () => true)).toBe(0)
})

test.for<[string, unknown, number]>([
  ['settings that cannot be used', new SettingsError('invalid', 'settings.yaml:1: no'), 2],
  [
    'a manifest that cannot be used',
    new ClusterError('invalid', 'a: no', { turn: 'author', retryable: false }),
    2,
  ],
  [
    'a cluster that forbids',
    new ClusterError('forbidden', 'a: no', { turn: 'operator', retryable: false }),
    3,
  ],
  [
    'a cluster that is away',
    new ClusterError('unreachable', 'a: no', { turn: 'platform', retryable: true }),
    3,
  ],
  ['an error of our own', new TypeError('x is undefined'), 3],
  ['what is no error', 'oops', 3],
])('%s ends the command with its code', ([, error, code]) => {
  expect(exitCodeOfError(error)).toBe(code)
})
