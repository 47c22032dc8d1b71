import { expect, test } from 'vitest'
import { problemOfDeclaration, problemOfError } from '../../src/report/report-problem.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'

test('an error keeps whose turn it is and what it is about', () => {
  const error = new SettingsError('invalid', 'settings.yaml:3: roots', {
    subject: { file: 'settings.yaml', line: 3 },
  })

  expect(problemOfError(error)).toEqual({
    code: 'invalid',
    message: 'settings.yaml:3: roots',
    turn: 'operator',
    retryable: false,
    file: 'settings.yaml',
    line: 3,
  })
})

test('a declaration is its author’s to mend', () => {
  const problem = {
    code: 'unsupported',
    message: 'no',
    file: 'a.yaml',
    line: 3,
    field: 'spec',
    application: 'shop',
  } as const

  expect(problemOfDeclaration(problem)).toEqual({
    code: 'unsupported',
    message: 'no',
    turn: 'author',
    retryable: false,
    file: 'a.yaml',
    line: 3,
    field: 'spec',
  })
})
