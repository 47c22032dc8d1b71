import { expect, test } from 'vitest'
import { secretReader } from '../../src/settings/secret-reader.ts'

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
