import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSettings } from '../../src/settings/parse-settings.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'

const names = [
  'installation',
  'roots',
  'clusters',
  'hosts',
  'brakes',
  'sweep',
  'name',
  'kind',
  'address',
  'token',
  'env',
  'file',
  'allow',
  'namespaces',
  '__proto__',
]

const documents = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, 0, 1.5, -1, '', '..', '[a', 'gitea', 'https://a.test'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4 }),
  ),
})).value

test('whatever the document, it is accepted or every problem in it has a place', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const error = errorOf(JSON.stringify(document))

      expect(error?.problems.every(({ line, message }) => line === 1 && message !== '') ?? true).toBe(true)
      expect(error?.problems.length).not.toBe(0)
    }),
  )
})

test('what stands where a secret belongs never shows in the error', () => {
  const secret = fc.stringMatching(/^[a-z]{4,8}[!-/][a-z]{8,12}$/)
  const places = fc.constantFrom(
    (value: string) => ({ clusters: [{ name: 'a', server: 'https://a.test', token: value }] }),
    (value: string) => ({ clusters: [{ name: 'a', server: 'https://a.test', token: { env: value } }] }),
    (value: string) => ({ hosts: [{ name: 'a', webhookSecrets: [value] }] }),
    (value: string) => ({ hosts: [{ name: 'a', token: [value] }] }),
  )
  fc.assert(
    fc.property(places, secret, (place, value) => {
      const error = errorOf(JSON.stringify(place(value)))

      expect(error?.problems.length).toBeGreaterThan(0)
      expect(error?.message).not.toContain(value)
    }),
  )
})

function errorOf(text: string): SettingsError | undefined {
  try {
    parseSettings(text, 'settings.yaml')
    return undefined
  } catch (error) {
    if (error instanceof SettingsError) return error
    throw error
  }
}
