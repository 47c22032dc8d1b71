import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

/** What a command cost, its start included. */
export interface Cost {
  readonly milliseconds: number
  /** The most memory that was resident at once; 0 where the system does not tell. */
  readonly mebibytes: number
}

/** The fastest of some runs, and the most memory of all. Throws when the command fails. */
export async function costOf(program: string, words: readonly string[], runs: number): Promise<Cost> {
  const costs: Cost[] = []
  for (let run = 0; run < runs; run++) costs.push(await runOnce(program, words))
  return {
    milliseconds: Math.min(...costs.map((cost) => cost.milliseconds)),
    mebibytes: Math.max(...costs.map((cost) => cost.mebibytes)),
  }
}

async function runOnce(program: string, words: readonly string[]): Promise<Cost> {
  const start = performance.now()
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let kibibytes = 0
  const look = async (): Promise<void> => {
    kibibytes = Math.max(kibibytes, await peakOf(child.pid))
  }
  const watch = setInterval(() => void look(), 20)
  child.stdout.resume()
  const [code] = await once(child, 'close')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}`)
  return { milliseconds: performance.now() - start, mebibytes: kibibytes / 1024 }
}

/** https://man7.org/linux/man-pages/man5/proc_pid_status.5.html, VmHWM */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0)
}
