import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Listening, listen } from '../../handlers/node-only/listen.ts'
import { createSandboxGitHost, type SandboxGitHost } from '../../src/sandbox/git-host/sandbox-git-host.ts'
import { at, firstContainer } from '../contract/cluster-case.ts'
import { type ConfigFiles, configFiles, withWebTag } from './config-files.ts'
import { connectCommands, type Newcomer, openNewcomer } from './newcomer.ts'
import { freePort, until } from './processes.ts'
import { openWalkPlaces, type WalkPlaces } from './walk-places.ts'
import { manifestOf } from './walk-world.ts'

const repository = 'platform/config'
const token = 'a-token-of-github'
const patience = 90_000
const web = manifestOf('apps/v1', 'Deployment', 'web')

let github: SandboxGitHost
let server: Listening
let files: ConfigFiles
let places: WalkPlaces
let newcomer: Newcomer

beforeAll(async () => {
  const id = randomBytes(3).toString('hex')
  server = await listen({ hostname: '127.0.0.1', port: 0, fetch: (request) => github.fetch(request) })
  github = createSandboxGitHost({
    baseUrl: server.url,
    dialect: 'github',
    users: [{ login: 'platform', token }],
    now: () => Date.now(),
    deliver: (request) => fetch(request),
  })
  github.createRepository({ owner: 'platform', name: 'config', private: true })
  files = configFiles(`${server.url}/${repository}.git`, id)
  places = openWalkPlaces(inject('controlPlane'), id)
  newcomer = await openNewcomer()
})

afterAll(async () => {
  await newcomer?.close()
  await places?.close()
  await server?.close()
})

test('who has a token of GitHub and a kubeconfig gets a status and a comment by the README alone, word for word', {
  timeout: 360_000,
}, async ({ onTestFailed }) => {
  onTestFailed(async () => console.error(await newcomer.log()))
  const first = github.commit(repository, 'main', { files, message: 'everything' })
  const commands = await connectCommands('github')
  expect(commands).toHaveLength(6)
  const port = await freePort()

  const { code, output } = await newcomer.run(commands.join('\n'), {
    GIT_KIND: 'github',
    GIT_URL: server.url,
    GITHUB_API: `${server.url}/api/v3`,
    GIT_TOKEN: token,
    GIT_REPOSITORY: repository,
    KUBECONFIG: inject('controlPlane').kubeconfigPath,
    PLUMBLINE_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
  })

  expect(output).toContain(`apply apps/Deployment ${places.shop.namespace}/web: `)
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(await verdict(first, 'plumbline/sync')).toBe('success')

  const head = github.commit(repository, 'topic', { files: withWebTag(files, '3.10'), message: 'web 3.10' })
  const number = github.openPullRequest(repository, { head: 'topic' })
  expect(await verdict(head, 'plumbline/plan')).toBe('success')
  await until('the comment', async () => github.comments(repository, number).length > 0)
  const comments = github.comments(repository, number)
  expect(comments).toHaveLength(1)
  expect(comments[0]?.body).toContain('registry.example/web:3.10')

  const merge = github.mergePullRequest(repository, number)
  expect(await verdict(merge, 'plumbline/sync')).toBe('success')
  expect(at(firstContainer(await places.shop.read(web)), 'image')).toBe('registry.example/web:3.10')
})

/** The state of a context on a commit, once it is no more `pending`. */
async function verdict(commit: string, context: string): Promise<string | undefined> {
  let state: string | undefined
  await until(
    `${context} on ${commit}`,
    async () => {
      state = await stateOf(commit, context)
      return state !== undefined && state !== 'pending'
    },
    patience,
  )
  return state
}

async function stateOf(commit: string, context: string): Promise<string | undefined> {
  const url = `${server.url}/api/v3/repos/${repository}/commits/${commit}/status`
  const answer = await github.fetch(new Request(url, { headers: { authorization: `token ${token}` } }))
  const { statuses } = (await answer.json()) as {
    readonly statuses: readonly { readonly context: string; readonly state: string }[]
  }
  return statuses.find((status) => status.context === context)?.state
}
