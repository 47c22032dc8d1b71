import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { at, firstContainer } from '../contract/cluster-case.ts'
import { type Clone, makeClone } from './clone.ts'
import { withWebTag } from './config-files.ts'
import { freePort } from './processes.ts'
import { manifestOf, openWalkWorld, type WalkWorld } from './walk-world.ts'

const section = 'Connect a Gitea repository and a cluster'
const web = manifestOf('apps/v1', 'Deployment', 'web')

let world: WalkWorld
let clone: Clone
let shell: ChildProcess | undefined

beforeAll(async () => {
  world = await openWalkWorld(inject('gitea'), inject('controlPlane'))
  clone = await makeClone()
})

afterAll(async () => {
  endGroup(shell)
  await world?.close()
  await clone?.remove()
})

test('the commands of the README connect a repository and a cluster, word for word', {
  timeout: 180_000,
}, async ({ onTestFailed }) => {
  onTestFailed(async () => console.error(await readFile(join(clone.folder, 'plumbline.log'), 'utf8')))
  const first = await world.repository.commit('main', world.files, 'everything')
  const commands = shellBlocks(await readFile(join(import.meta.dirname, '../../README.md'), 'utf8'), section)
  expect(commands).toHaveLength(4)

  const { code, output } = await run(commands.join('\n'))

  expect(output).toContain(`apply apps/Deployment ${world.shop.namespace}/web: `)
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(sync(await world.verdict(first))).toBe('success')
  const bump = await world.repository.commit('main', withWebTag(world.files, '3.10'), 'web 3.10')
  expect(sync(await world.verdict(bump))).toBe('success')
  expect(at(firstContainer(await world.shop.read(web)), 'image')).toBe('registry.example/web:3.10')
})

/** Fenced blocks that are marked as `sh` under a heading of the second level. */
function shellBlocks(markdown: string, heading: string): readonly string[] {
  const text = markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
}

/** As a newcomer would in one shell; what it leaves in the background goes on. */
async function run(script: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const gitea = inject('gitea')
  const port = await freePort()
  shell = spawn('bash', ['-e', '-c', script], {
    cwd: clone.folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: clone.home,
      GITEA_URL: gitea.baseUrl,
      GITEA_TOKEN: gitea.admin.token,
      GITEA_REPOSITORY: `${world.repository.owner}/${world.repository.name}`,
      KUBECONFIG: inject('controlPlane').kubeconfigPath,
      PLUMBLINE_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
    },
  })
  process.once('exit', () => endGroup(shell))
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
}

function endGroup(leader: ChildProcess | undefined): void {
  if (leader?.pid === undefined) return
  try {
    process.kill(-leader.pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function sync(
  statuses: readonly { readonly context: string; readonly status: string }[],
): string | undefined {
  return statuses.find(({ context }) => context === 'plumbline/sync')?.status
}
