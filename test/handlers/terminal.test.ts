import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { dropUnwritable, writeWhole } from '../../handlers/node-only/terminal.ts'

const eventually = () => new Promise((resolve) => setImmediate(resolve))

test('what is written where nobody reads any more is dropped, each time', async () => {
  let tries = 0
  const unread = new Writable({
    autoDestroy: false,
    write(_chunk, _encoding, done) {
      tries += 1
      done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    },
  })
  dropUnwritable(unread)

  unread.write('one\n')
  await eventually()
  unread.write('two\n')
  await eventually()

  expect(tries).toBeGreaterThan(0)
})

function failing(code: string): Writable {
  const output = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })),
  })
  dropUnwritable(output)
  return output
}

test('a result that has no room where it is written is an error, one that nobody reads on is none', async () => {
  await expect(writeWhole(failing('ENOSPC'), 'one\n')).rejects.toThrow(/could not be written: write ENOSPC/)
  await expect(writeWhole(failing('EPIPE'), 'one\n')).resolves.toBeUndefined()
})
