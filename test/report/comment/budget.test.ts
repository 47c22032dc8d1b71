import { expect, test, vi } from 'vitest'
import { commentBudget, previewComment } from '../../../src/report/comment/preview-comment.ts'
import { sizeOf } from '../../../src/report/markdown.ts'
import type { Preview } from '../../../src/report/preview.ts'
import { aFieldPreview, anApplicationPreview, anObjectPreview, aPreview } from '../../support/previews.ts'
import { aKey, aProblem } from '../../support/reports.ts'

vi.setConfig({ testTimeout: 60_000 })

type ObjectChanges = Parameters<typeof anObjectPreview>[0]

function objects(
  amount: number,
  fields: number,
  changes: ObjectChanges = {},
): ReturnType<typeof anObjectPreview>[] {
  return Array.from({ length: amount }, (_, index) =>
    anObjectPreview({
      key: aKey('Deployment', `web-${index}`, 'apps'),
      fields: Array.from({ length: fields }, (__, field) => aFieldPreview({ path: `spec.field${field}` })),
      ...changes,
    }),
  )
}

function apps(
  amount: number,
  each: (index: number) => readonly ReturnType<typeof anObjectPreview>[],
): Preview {
  return aPreview({
    applications: Array.from({ length: amount }, (_, index) =>
      anApplicationPreview({ name: `app-${String(index).padStart(4, '0')}`, objects: each(index) }),
    ),
  })
}

function commentOf(preview: Preview): { body: string; notShown: string | undefined; tables: number } {
  const body = previewComment(preview, { version: '0.2.0' })
  expect(sizeOf(body)).toBeLessThanOrEqual(commentBudget)
  return {
    body,
    notShown: body.split('\n').find((line) => line.startsWith('> **Not shown**')),
    tables: body.split('| Field |').length - 1,
  }
}

test('what fits is shown with all its fields, and nothing is said to be missing', () => {
  const { notShown, tables } = commentOf(apps(10, () => objects(8, 1)))

  expect(tables).toBe(80)
  expect(notShown).toBeUndefined()
})

test('what does not fit is named without its fields, and their number is told', () => {
  const { body, notShown, tables } = commentOf(apps(10, () => objects(20, 3)))

  expect(body.match(/apps\/Deployment shop\/web-/g)).toHaveLength(200)
  expect(tables).toBeGreaterThan(20)
  expect(notShown).toContain(`the fields of ${200 - tables} objects`)
})

test('what an application does not need goes to the others', () => {
  const alone = commentOf(apps(2, (index) => objects(index === 0 ? 1 : 100, 3)))
  const even = commentOf(apps(2, () => objects(50, 3)))

  expect(Math.abs(alone.tables - even.tables)).toBeLessThan(5)
})

test('objects that cannot even be named are counted', () => {
  const { body, notShown } = commentOf(apps(1, () => objects(10_000, 2)))
  const named = body.match(/apps\/Deployment shop\/web-/g)?.length ?? 0

  expect(named).toBeGreaterThan(500)
  expect(notShown).toContain(`${(10_000 - named).toLocaleString('en')} objects by name`)
  expect(body).toContain('1 app, 10,000 objects')
})

test('applications whose rows do not fit are counted by cluster', () => {
  const { body, notShown } = commentOf(apps(1000, () => objects(1, 1)))
  const rows = body.match(/^\| ✅ /gm)?.length ?? 0

  expect(rows).toBeGreaterThan(200)
  expect(body).toContain(`- on \`east\`: ${1000 - rows} more apps, \`~${1000 - rows}\``)
  expect(notShown).toContain(`${1000 - rows} application rows`)
})

test('blockers and deletions are told whatever else has to go', () => {
  const preview = apps(1000, (index) => [
    ...objects(10, 3),
    ...(index === 999 ? objects(1, 0, { key: aKey('Namespace', 'precious', '', ''), action: 'prune' }) : []),
    ...(index === 998
      ? objects(1, 1, {
          key: aKey('Job', 'once', 'batch'),
          action: 'reject',
          rejected: { reason: 'immutable', message: 'field is immutable', remedy: '' },
        })
      : []),
  ])

  const { body } = commentOf(preview)

  expect(body).toContain('- 🗑️ `Namespace precious` of `app-0999` on `east`')
  expect(body).toContain('- ❌ `app-0998` on `east`: `batch/Job shop/once` would be rejected (immutable)')
})

test('too many fields of one object are counted beneath its table', () => {
  expect(commentOf(apps(1, () => objects(1, 1000))).body).toContain('960 more fields not shown.')
})

test('a CustomResourceDefinition is summarised', () => {
  const key = {
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
    namespace: '',
    name: 'widgets',
  }
  const path = 'spec.versions[name=v1].schema.openAPIV3Schema.properties.x'
  const fields = Array.from({ length: 300 }, () => aFieldPreview({ path, base: { kind: 'absent' } }))

  const { body, tables } = commentOf(apps(1, () => [anObjectPreview({ key, fields })]))

  expect(tables).toBe(0)
  expect(body).toContain('300 fields added, 0 removed, 0 otherwise different in versions `v1`.')
})

test('names of the greatest length and messages of a megabyte fit as everything else', () => {
  const long = '語'.repeat(253)
  const huge = '🚀'.repeat(500_000)
  const all = objects(200, 3, {
    key: { group: long, kind: long, namespace: long, name: long },
    note: huge,
    unverified: { reason: 'unreachable', message: huge },
  })
  const applications = Array.from({ length: 50 }, (_, index) =>
    anApplicationPreview({
      name: `${index}${long}`,
      cluster: `${index}${long}`,
      namespace: long,
      objects: all,
      problems: [aProblem({ message: huge, file: long }), aProblem({ message: huge, warning: true })],
      acknowledgement: { digest: long, given: false, reasons: Array.from({ length: 100 }, () => huge) },
    }),
  )
  const skipped = Array.from({ length: 1000 }, (_, index) => ({ name: long, reason: `${index}${long}` }))

  const { notShown } = commentOf(
    aPreview({ baseRef: long, needsUpdate: [long, long], applications, skipped }),
  )

  expect(notShown).toMatch(/blockers; .*acknowledgements; /)
})
