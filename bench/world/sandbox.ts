import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { SandboxAddresses, SandboxCalls } from './sandbox-calls.ts'

/** The sandbox's Git host and cluster on loopback, in a process of their own, so that ours is measured alone. */
export type Sandbox = SandboxAddresses & {
  [Name in keyof SandboxCalls]: (
    ...words: Parameters<SandboxCalls[Name]>
  ) => Promise<ReturnType<SandboxCalls[Name]>>
} & { readonly pid: number; stop(): Promise<void> }

export async function startSandbox(): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'))
  const file = join(folder, 'sandbox.mjs')
  await bundle(file)
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const [addresses]: SandboxAddresses[] = await once(child, 'message')
  if (addresses === undefined) throw new Error('the sandbox did not start')
  const call = caller(child)
  return {
    ...addresses,
    pid: child.pid ?? 0,
    latency: (milliseconds) => call('latency', milliseconds),
    hook: (url, secret) => call('hook', url, secret),
    commit: (branch, files) => call('commit', branch, files),
    openPull: (branch) => call('openPull', branch),
    verdict: (commit, context) => call('verdict', commit, context),
    captured: () => call('captured'),
    requests: () => call('requests'),
    async stop() {
      process.off('exit', kill)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Call = <Name extends keyof SandboxCalls>(
  name: Name,
  ...words: Parameters<SandboxCalls[Name]>
) => Promise<ReturnType<SandboxCalls[Name]>>

interface Asked {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

function caller(child: ChildProcess): Call {
  const asked = new Map<number, Asked>()
  let calls = 0
  child.on('message', ({ id, value, error }: { id: number; value: never; error?: string }) => {
    const one = asked.get(id)
    asked.delete(id)
    if (error === undefined) one?.resolve(value)
    else one?.reject(new Error(error))
  })
  child.once('close', () => {
    for (const { reject } of asked.values()) reject(new Error('the sandbox has ended'))
  })
  return (name, ...words) =>
    new Promise((resolve, reject) => {
      const id = ++calls
      asked.set(id, { resolve, reject })
      child.send({ id, name, words })
    })
}

function bundle(outfile: string): Promise<unknown> {
  return build({
    entryPoints: [join(import.meta.dirname, 'sandbox-process.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    banner: { js: "import{createRequire}from'module';const require=createRequire(import.meta.url)" },
    outfile,
  })
}
