import { expect, test } from 'vitest'
import type { Manifest } from '../../src/kube/manifest.ts'
import { redactorFor } from '../../src/kube/redact.ts'

const secret: Manifest = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'db' },
  data: { password: btoa('hunter2hunter2'), bad: 'not base64!' },
  stringData: { key: 'first line\nsecond line', number: 123456 },
}
const redact = redactorFor([secret])

test.each([
  ['plain', 'invalid value hunter2hunter2 given'],
  ['in base64', `invalid value ${btoa('hunter2hunter2')} given`],
  ['that is no base64', 'illegal: not base64!'],
  ['of several lines, quoted', 'got "first line\\nsecond line"'],
  ['one line of several', 'unexpected second line'],
  ['in base64 of stringData', btoa('first line\nsecond line')],
  ['that is a number', 'cannot unmarshal 123456'],
])('a secret %s does not stay', (_, text) => {
  const shown = redact(text)

  expect(shown).toContain('(secret)')
  expect(shown).not.toMatch(/hunter2|second line|not base64|123456/)
})

test('what is no secret stays, on one line', () => {
  expect(redact('metadata.name:\n\tInvalid value\u0007')).toBe('metadata.name: Invalid value')
})

test('a text without end is cut', () => {
  expect(redact('x'.repeat(5000))).toHaveLength(2001)
})
