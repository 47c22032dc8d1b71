import { readFile } from 'node:fs/promises'

/** What a process has cost; 0 where the system does not tell. */
export interface Usage {
  /** The most memory that was resident at once. */
  readonly mebibytes: number
  /** Of all its threads, since its start. */
  readonly cpuSeconds: number
}

/** Of Linux on every machine that Node runs on. */
const ticksPerSecond = 100

/** https://man7.org/linux/man-pages/man5/proc_pid_status.5.html and proc_pid_stat.5.html */
export async function usageOf(pid: number): Promise<Usage> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return {
    mebibytes: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
    cpuSeconds: (user + system) / ticksPerSecond,
  }
}
