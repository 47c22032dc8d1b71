import type { EventEmitter } from 'node:events'
import type { Writable } from 'node:stream'
import { printableLines, shorten } from '../../src/report/printable.ts'

const longestComplaint = 20_000

/** What may hold text from outside, on stderr: bounded, and without characters that steer a terminal. */
export function complain(text: string): void {
  process.stderr.write(`${shorten(printableLines(text), longestComplaint)}\n`)
}

export async function print(text: string): Promise<0> {
  process.stdout.write(text)
  return 0
}

/** What is asked for in full: where there is no room for it, that is an error; where nobody reads on (EPIPE), it is not. */
export function writeWhole(output: Pick<Writable, 'write'>, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (!error || ('code' in error && error.code === 'EPIPE')) resolve()
      else reject(new Error(`the output could not be written: ${error.message}`, { cause: error }))
    })
  })
}

/** What nobody reads any more (EPIPE) or nothing has room for is dropped: no work is cut short for its log. */
export function dropUnwritable(...outputs: readonly Pick<EventEmitter, 'on'>[]): void {
  for (const output of outputs) output.on('error', () => {})
}
