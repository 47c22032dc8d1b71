import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeClone } from './clone.ts'

/** Somebody with a fresh clone and a shell, who types what the README says and nothing else. */
export interface Newcomer {
  /** In one shell that stops at the first failure; what it leaves in the background goes on. */
  run(
    script: string,
    env: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number | null; readonly output: string }>
  /** What a server that was started as the README says has printed. */
  log(): Promise<string>
  close(): Promise<void>
}

export async function openNewcomer(): Promise<Newcomer> {
  const clone = await makeClone()
  let shell: ChildProcess | undefined
  const end = () => endGroup(shell)
  return {
    async run(script, env) {
      shell = spawn('bash', ['-e', '-c', script], {
        cwd: clone.folder,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, HOME: clone.home, ...env },
      })
      process.once('exit', end)
      let output = ''
      const collect = (text: string) => {
        output += text
      }
      shell.stdout?.setEncoding('utf8').on('data', collect)
      shell.stderr?.setEncoding('utf8').on('data', collect)
      const code = await new Promise<number | null>((resolve, reject) => {
        shell?.once('exit', resolve).once('error', reject)
      })
      return { code, output }
    },
    log: () => readFile(join(clone.folder, 'plumbline.log'), 'utf8'),
    async close() {
      end()
      process.off('exit', end)
      await clone.remove()
    },
  }
}

/** The commands of a document, word for word: blocks marked as `sh` under one heading. */
export async function commandsOf(document: string, heading: string): Promise<readonly string[]> {
  const text = await readFile(join(import.meta.dirname, '../..', document), 'utf8')
  const part = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? ''
  return [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
}

/**
 * The README's commands that connect a repository and a cluster, word for word: blocks marked as `sh`, without the other
 * host's hook.
 */
export async function connectCommands(host: 'github' | 'gitea'): Promise<readonly string[]> {
  const blocks = await commandsOf('README.md', 'Connect a repository and a cluster')
  const isMine = (block: string) => !block.includes('/webhooks/') || block.includes(`/webhooks/${host}`)
  return blocks.filter(isMine)
}

function endGroup(leader: ChildProcess | undefined): void {
  if (leader?.pid === undefined) return
  try {
    process.kill(-leader.pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
