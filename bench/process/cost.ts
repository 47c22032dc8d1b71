import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { usageOf } from './usage.ts'

/** What a command cost, its start included. */
export interface CommandCost {
  readonly milliseconds: number
  /** The most memory that was resident at once; 0 where the system does not tell. */
  readonly mebibytes: number
  readonly cpuSeconds: number
}

/** The fastest of some runs. Throws when the command fails. */
export async function costOf(
  program: string,
  words: readonly string[],
  runs: number,
  env: Readonly<Record<string, string>> = {},
): Promise<CommandCost> {
  const costs: CommandCost[] = []
  for (let run = 0; run < runs; run++) costs.push(await runOnce(program, words, env))
  const [fastest] = costs.toSorted((a, b) => a.milliseconds - b.milliseconds)
  if (fastest === undefined) throw new Error('no run')
  return fastest
}

const mostSaid = 2_000

async function runOnce(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandCost> {
  const start = performance.now()
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let usage = { mebibytes: 0, cpuSeconds: 0 }
  const look = async (): Promise<void> => {
    const now = await usageOf(child.pid ?? 0)
    if (now.mebibytes > 0) usage = now
  }
  const watch = setInterval(() => void look(), 20)
  const said: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => said.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => said.push(bytes))
  const [code] = await once(child, 'close')
  clearInterval(watch)
  if (code !== 0) {
    const end = Buffer.concat(said).toString().slice(-mostSaid)
    throw new Error(`${program} ${words.join(' ')} ended with ${String(code)}:\n${end}`)
  }
  return { milliseconds: performance.now() - start, ...usage }
}
