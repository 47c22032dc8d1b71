import { expect, test } from 'vitest'
import { rulesOver } from '../../src/apps/govern.ts'
import type { Project, Projects } from '../../src/apps/project.ts'
import { anApplication } from '../support/applications.ts'
import { aProject } from '../support/projects.ts'

const of = (...declared: readonly Project[]): Projects => ({ declared, isComplete: true })

test('an application is under the rules of the project that it names', () => {
  const project = aProject({ name: 'team' })

  expect(rulesOver(anApplication({ project: 'team' }), of(aProject({ name: 'other' }), project))).toEqual({
    rules: project.rules,
  })
})

test('a default that nobody declares permits everything; one that is declared governs', () => {
  const project = aProject({ name: 'default' })

  expect(rulesOver(anApplication(), of())).toEqual({ rules: undefined })
  expect(rulesOver(anApplication(), { declared: [], isComplete: false })).toEqual({ rules: undefined })
  expect(rulesOver(anApplication(), of(project))).toEqual({ rules: project.rules })
})

test('a project that nobody declares refuses, in Argo CD’s words', () => {
  expect(rulesOver(anApplication({ project: 'team' }), of())).toMatchObject({
    problem: {
      code: 'project',
      field: 'spec.project',
      application: 'shop',
      message: expect.stringMatching('^Application referencing project team which does not exist'),
    },
  })
})

test('a project that a root which cannot be read may declare is asked for again', () => {
  const incomplete = { declared: [], isComplete: false }

  expect(rulesOver(anApplication({ project: 'team' }), incomplete)).toMatchObject({
    problem: { passing: true, message: expect.stringContaining('cannot be known') },
  })
})

test('a project that is declared twice governs nobody', () => {
  const twice = of(aProject({ name: 'team' }), aProject({ name: 'team', path: 'b.yaml' }))

  expect(rulesOver(anApplication({ project: 'team' }), twice)).toMatchObject({
    problem: { message: expect.stringMatching(/more than once, in .*projects\.yaml:1 and .*b\.yaml:1/) },
  })
})

test('a project that cannot be enforced refuses its applications, and says for which of its fields', () => {
  const problem = {
    code: 'unsupported',
    message: 'AppProject team: spec.syncWindows is',
    file: 'p.yaml',
    line: 7,
  } as const

  expect(
    rulesOver(anApplication({ project: 'team' }), of(aProject({ name: 'team', problems: [problem] }))),
  ).toMatchObject({
    problem: {
      message: 'project team cannot be enforced: AppProject team: spec.syncWindows is (p.yaml:7)',
    },
  })
})

test.each([
  ['argocd', true],
  ['gitops', true],
  ['team-blue', true],
  ['a-team-9', true],
  ['elsewhere', false],
])('an application of the namespace %s may use a project of gitops: %s', (namespace, isAllowed) => {
  const project = aProject({
    name: 'team',
    namespace: 'gitops',
    sourceNamespaces: ['team-*', '/team-[0-9]$/'],
  })
  const governed = rulesOver(anApplication({ project: 'team', namespace }), of(project))

  expect('rules' in governed).toBe(isAllowed)
  if ('problem' in governed)
    expect(governed.problem.message).toBe(
      "application 'shop' in namespace 'elsewhere' is not allowed to use project team",
    )
})
