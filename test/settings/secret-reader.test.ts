import { expect, test } from 'vitest'
import { secretReader, tokenReader } from '../../src/settings/secret-reader.ts'

test('a secret is what the variable holds', async () => {
  const read = secretReader({ env: { TOKEN: 'abc' }, readFile: async () => '' })

  expect(await read({ env: 'TOKEN' })).toBe('abc')
})

test('a file is read anew each time, and one newline at its end is no part of the secret', async () => {
  const contents = ['old\n', 'new\r\n', ' two lines\n\n']
  const read = secretReader({ env: {}, readFile: async () => contents.shift() ?? '' })
  const file = { file: '/secrets/token' }

  expect([await read(file), await read(file), await read(file)]).toEqual(['old', 'new', ' two lines\n'])
})

test.each([
  ['a variable that is not set', { env: 'GONE' }, 'the variable GONE: is not set'],
  ['a variable that every object has', { env: 'toString' }, 'the variable toString: is not set'],
  ['an empty variable', { env: 'EMPTY' }, 'the variable EMPTY: holds no secret'],
  ['a file that is not there', { file: '/gone' }, 'the file /gone: cannot be read'],
  ['an empty file', { file: '/empty' }, 'the file /empty: holds no secret'],
])('%s is the operator’s to mend', async (_, reference, message) => {
  const readFile = async (path: string): Promise<string> => {
    if (path === '/empty') return '\n'
    throw new Error('ENOENT')
  }
  const read = secretReader({ env: { EMPTY: '' }, readFile })

  await expect(read(reference)).rejects.toMatchObject({
    code: 'no-secret',
    turn: 'operator',
    message: expect.stringContaining(message),
  })
})

test.each([
  ['two lines', 'canary\none', 'holds a line break'],
  ['a second newline at its end', 'canary\n\n', 'holds a line break'],
  ['a letter that is not Latin', 'canaryж', 'not ASCII'],
  ['a space', 'canary one', 'holds a space'],
  ['a byte order mark', '\ufeffcanary', 'not ASCII'],
])('a token with %s is the operator’s to mend, and is not quoted', async (_, text, flaw) => {
  const read = tokenReader(secretReader({ env: { TOKEN: text }, readFile: async () => text }))

  for (const [reference, where] of [
    [{ env: 'TOKEN' }, 'the variable TOKEN'],
    [{ file: '/token' }, 'the file /token'],
  ] as const) {
    const error: unknown = await read(reference).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'no-secret', turn: 'operator', retryable: false })
    expect(String(error)).toContain(where)
    expect(String(error)).toContain(flaw)
    expect(String(error)).not.toContain('canary')
  }
})

test('a token is what is written, without one newline at its end', async () => {
  const read = tokenReader(secretReader({ env: {}, readFile: async () => 'gho_~abc=\n' }))

  expect(await read({ file: '/token' })).toBe('gho_~abc=')
})
