import { expect, test } from 'vitest'
import { reportText } from '../../src/report/report-text.ts'
import { aSha } from '../support/builders.ts'
import { aComparison, aKey, anApplicationReport, aProblem, inSync, missing } from '../support/reports.ts'

test('a report shows problems first, then each application with its reason and its differences', async () => {
  const text = reportText({
    problems: [
      aProblem({
        file: 'apps/till.yaml',
        line: 4,
        field: 'spec.source.helm',
        message: 'spec.source.helm is not supported yet',
      }),
      aProblem({ code: 'not-enforced', message: 'the project team-a is not enforced yet', warning: true }),
    ],
    applications: [
      anApplicationReport({ commit: aSha('seed'), comparison: aComparison([inSync('a')]) }),
      anApplicationReport({
        name: 'till',
        sync: 'OutOfSync',
        health: { status: 'Missing', message: '' },
        verdict: 'pending',
        summary: 'observed only: 2 of 3 objects differ',
        problems: [aProblem({ code: 'odd', message: 'something\nodd', warning: true })],
        comparison: aComparison([
          inSync('a'),
          missing('b'),
          {
            kind: 'drifted',
            key: aKey('Deployment', 'web', 'apps'),
            uid: 'u',
            fields: [
              {
                path: 'spec.template.spec.containers[name=web].image',
                git: { kind: 'value', value: 'web:3.10' },
                live: { kind: 'value', value: 'web:3.9' },
                effect: 'set',
              },
            ],
          },
        ]),
      }),
    ],
  })

  await expect(text).toMatchFileSnapshot('../../fixtures/reports/status.txt')
})

test('a report of nothing is no text', () => {
  expect(reportText({ applications: [], problems: [] })).toBe('')
})
