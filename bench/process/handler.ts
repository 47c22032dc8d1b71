import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { builtEntry, ensureBuilt } from '../../test/real/built.ts'

/** The built handler in a process of its own. */
export interface Handler {
  readonly pid: number
  readonly url: string
  /** How often it has logged each message. */
  readonly logged: ReadonlyMap<string, number>
  /** When it has logged each message last; milliseconds since 1970. */
  readonly lastAt: ReadonlyMap<string, number>
  /** Errors and warnings, the first hundred. */
  readonly complaints: readonly string[]
  stop(): Promise<void>
}

const mostComplaints = 100

/** What Node takes for itself in the container that `deploy/` asks for, with its limit of 512 MiB. */
const asDeployed = ['--max-old-space-size=256']

/** Starts it on a free port. With PLUMBLINE_PROFILE it writes a CPU profile into that folder when it ends. */
export async function startHandler(env: Readonly<Record<string, string>>): Promise<Handler> {
  await ensureBuilt()
  const child = spawn(
    process.execPath,
    [...profiling(), ...asDeployed, builtEntry, 'serve', '--host', '127.0.0.1', '--port', '0'],
    {
      env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const logged = new Map<string, number>()
  const lastAt = new Map<string, number>()
  const complaints: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`the handler ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (text) => {
      const { time, level, message, url: address } = JSON.parse(text)
      lastAt.set(message, Date.parse(time))
      logged.set(message, (logged.get(message) ?? 0) + 1)
      if (level !== 'info' && complaints.length < mostComplaints) complaints.push(text)
      if (message === 'listening') resolve(address)
    })
  })
  return {
    pid: pidOf(child),
    url,
    logged,
    lastAt,
    complaints,
    async stop() {
      process.off('exit', kill)
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
    },
  }
}

export function profiling(): readonly string[] {
  const folder = process.env.PLUMBLINE_PROFILE
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`]
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the process could not be started')
  return pid
}
