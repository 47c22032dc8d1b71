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
