import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commitStatuses } from '../../src/report/commit-status.ts'
import { makeReport } from '../../src/report/make-report.ts'
import type { Verdict } from '../../src/report/report.ts'
import { anApplicationReport, aProblem, aReport } from '../support/reports.ts'

const text = fc.string({ unit: 'binary', maxLength: 300 })
const verdict = fc.constantFrom<Verdict>('success', 'pending', 'failure', 'error')
const application = fc
  .record({ name: text, cluster: text, summary: text, verdict })
  .map((changes) => anApplicationReport(changes))
const problem = fc
  .record({ message: text, file: text, turn: fc.constantFrom('author', 'operator', 'platform') })
  .map((changes) => aProblem(changes))

const reports = fc
  .record({
    applications: fc.array(application, { maxLength: 25 }),
    problems: fc.array(problem, { maxLength: 3 }),
  })
  .map((parts) => makeReport({ ...parts, repository: aReport().repository, commit: aReport().commit }))

test('whatever is reported, a description fits the host, says something, and is one line of whole characters', () => {
  fc.assert(
    fc.property(reports, (report) => {
      for (const { context, description } of commitStatuses(report)) {
        expect(description.length).toBeLessThanOrEqual(140)
        expect(`${context}${description}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
      }
    }),
  )
})

test('the aggregate is as bad as the worst of all, and green only when all are', () => {
  fc.assert(
    fc.property(reports, (report) => {
      const [aggregate] = commitStatuses(report)
      const isGreen =
        report.problems.length === 0 && report.applications.every((one) => one.verdict === 'success')
      const states = report.applications.map((one) => one.verdict)

      expect(aggregate?.state === 'success').toBe(isGreen)
      if (states.includes('error')) expect(aggregate?.state).toBe('error')
    }),
  )
})
