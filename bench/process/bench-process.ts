import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Figure, notMeasured } from '../figure.ts'

const entry = join(import.meta.dirname, '../one.mjs')
/** Milliseconds for ending what it has started. */
const grace = 10_000

/** Its figures, or that it took too long. Throws when it breaks off; its process, and all below it, ends in each case. */
export async function runBench(name: string, full: boolean, seconds: number): Promise<readonly Figure[]> {
  const child = spawn(process.execPath, [entry, name, full ? 'full' : 'usual'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end()
    setTimeout(() => child.kill('SIGKILL'), grace).unref()
  }, seconds * 1000)
  let figures: readonly Figure[] | undefined
  child.on('message', (sent: readonly Figure[]) => {
    figures = sent
  })
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  process.off('exit', end)
  if (figures !== undefined) return figures
  if (isLate) return [notMeasured(name, `took longer than ${seconds} s`)]
  throw new Error(`its process ended with ${String(code)}`)
}
