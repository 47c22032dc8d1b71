import { expect, test } from 'vitest'
import { PlumblineError } from '../../src/errors.ts'
import { placedMessage, problemOfDeclaration, problemOfError } from '../../src/report/report-problem.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'

class Told extends PlumblineError {}

test('an error keeps whose turn it is and what it is about', () => {
  const error = new SettingsError('invalid', 'settings.yaml:3: roots', {
    subject: { file: 'settings.yaml', line: 3 },
  })

  expect(problemOfError(error)).toEqual({
    code: 'invalid',
    message: 'roots',
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

test.each([
  ['ra/b.yaml:3: kind is not known', 'ra/b.yaml', 3, 'ra/b.yaml:3: kind is not known'],
  ['x.yaml: is a directory', 'x.yaml', undefined, 'x.yaml: is a directory'],
  ['root2: does not exist', 'root2', 1, 'root2:1: does not exist'],
  ['kind is not known', 'b.yaml', 3, 'b.yaml:3: kind is not known'],
  ['b.yaml:3: kind is not known', undefined, undefined, 'b.yaml:3: kind is not known'],
])('of "%s" in %s at %s the place is told once', (text, file, line, told) => {
  const error = new Told('invalid', text, {
    turn: 'author',
    retryable: false,
    subject: { ...(file && { file }), ...(line && { line }) },
  })

  expect(placedMessage(problemOfError(error))).toBe(told)
})
