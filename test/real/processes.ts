import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'

export interface Started {
  stop(): Promise<void>
  /** Throws with the end of the log when the process has ended by itself. */
  assertRunning(): Promise<void>
}

/** Starts a process that dies with this one; what it prints goes to `logPath`. */
export function startProcess(command: string, args: readonly string[], logPath: string): Started {
  const log = createWriteStream(logPath)
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    stop: async () => {
      process.off('exit', kill)
      await ended(child)
    },
    assertRunning: async () => {
      if (child.exitCode === null && child.signalCode === null) return
      const text = await readFile(logPath, 'utf8').catch(() => '')
      throw new Error(`${command} ${args[0] ?? ''} ended with ${child.exitCode}:\n${text.slice(-4000)}`)
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await exit
  clearTimeout(timer)
}

/** A loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** Asks until the answer is true; the failure names what was waited for. A busy machine starts things slowly. */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  patience: number = 180_000,
): Promise<void> {
  const deadline = performance.now() + patience
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${patience} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
