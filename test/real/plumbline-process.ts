import { type ChildProcess, spawn } from 'node:child_process'
import { builtEntry } from './built.ts'

export type Environment = Readonly<Record<string, string>>

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface HandlerProcess {
  /** What it has printed so far. */
  log(): string
  /** Nobody reads what it prints from now on. */
  closeLog(): void
  /** SIGKILL: nothing is saved, nothing is said. Resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM, as an operator ends it; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Runs one command of the built command line to its end. */
export async function plumbline(words: readonly string[], env: Environment): Promise<Ended> {
  const child = start(words, env)
  const output = { stdout: '', stderr: '' }
  collect(child, output)
  const code = await exitOf(child)
  return { code: code ?? -1, ...output }
}

/** Starts the built handler, and resolves once it listens. It dies with this process. */
export async function startHandler(port: number, env: Environment): Promise<HandlerProcess> {
  const child = start(['serve', '--host', '127.0.0.1', '--port', String(port)], env)
  const output = { stdout: '', stderr: '' }
  collect(child, output)
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const gone = exitOf(child).finally(() => process.off('exit', killAtExit))
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => output.stdout.includes('"listening"') && resolve())
    gone.then((code) => reject(new Error(`the handler ended with ${code}:\n${output.stderr}`)), reject)
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return gone
  }
  return {
    log: () => output.stdout + output.stderr,
    closeLog: () => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

/** Nothing of this machine's own environment reaches it but where programs are. */
function start(words: readonly string[], env: Environment): ChildProcess {
  return spawn(process.execPath, [builtEntry, ...words], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function collect(child: ChildProcess, output: { stdout: string; stderr: string }): void {
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
}
