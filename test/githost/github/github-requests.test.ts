import { expect, test } from 'vitest'
import type { FileContent } from '../../../src/git/build-tree.ts'
import type { ObjectId } from '../../../src/git/commit.ts'
import type { BlobRequest } from '../../../src/githost/git-host.ts'
import { createGithubHost } from '../../../src/githost/github/github-host.ts'
import { createGithubMemory, type RequestBudget } from '../../../src/githost/github/memory.ts'
import { createSandboxGitHost } from '../../../src/sandbox/git-host/sandbox-git-host.ts'
import type { SandboxLimits } from '../../../src/sandbox/git-host/sandbox-state.ts'

const repository = { host: 'hub', owner: 'ada', name: 'config' }
const token = 'a-very-secret-token'
const status = { context: 'plumbline/sync', state: 'success', description: 'Synced' } as const

type Files = { readonly [path: string]: FileContent }

function aRig(files: Files = { 'a.yaml': 'a: 1\n' }, limits: SandboxLimits = {}) {
  const clock = { now: 1_700_000_000_000 }
  const slept: number[] = []
  const budgets: RequestBudget[] = []
  const sandbox = createSandboxGitHost({
    baseUrl: 'https://github.com',
    dialect: 'github',
    users: [{ login: 'ada', token }],
    limits,
    now: () => clock.now,
  })
  sandbox.createRepository(repository)
  const commit = sandbox.commit('ada/config', 'main', { files, message: 'first' })
  const memory = createGithubMemory()
  const connect = () =>
    createGithubHost({
      memory,
      name: 'hub',
      baseUrl: 'https://github.com',
      access: { kind: 'token', token },
      fetch: (input, init) => sandbox.fetch(new Request(input, init)),
      sleep: async (milliseconds) => {
        slept.push(milliseconds)
        clock.now += milliseconds
      },
      random: () => 0.5,
      now: () => clock.now,
      onBudget: (budget) => void budgets.push(budget),
    })
  const host = connect()
  const { feedback, pullRequests } = host
  if (feedback === undefined || pullRequests === undefined) throw new Error('GitHub has both')
  return {
    sandbox,
    connect,
    host,
    commit,
    clock,
    slept,
    budgets,
    feedback,
    pullRequests,
    cost: async (work: () => Promise<unknown>) => {
      const before = sandbox.requests().length
      await work()
      return sandbox.requests().length - before
    },
    blobs(paths: readonly string[]): BlobRequest[] {
      const stored = sandbox.repository('ada/config')
      const flat = new Map(stored.flatten(stored.readCommit(commit).tree).map(({ path, id }) => [path, id]))
      return paths.map((path) => ({ id: flat.get(path) ?? ('' as ObjectId), commit, path }))
    },
  }
}

function numbered(count: number): { readonly [path: string]: string } {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`many/f${at}.yaml`, `f: ${at}\n`]))
}

test('operations cost what the table in github-host.ts says', async () => {
  const { sandbox, host, commit, cost, feedback, pullRequests } = aRig()
  sandbox.tag('ada/config', 'light', commit)
  const annotated = sandbox.tag('ada/config', 'annotated', commit, 'text')
  sandbox.commit('ada/config', 'topic', { files: { new: '1' }, message: 'change' })
  const number = sandbox.openPullRequest('ada/config', { head: 'topic' })
  const resolving = (revision: string) => cost(() => host.resolve(repository, revision))

  expect(await resolving(commit)).toBe(1)
  expect(await resolving('HEAD')).toBe(1)
  expect(await resolving('main')).toBe(1)
  expect(await resolving('annotated')).toBe(2)
  expect(await resolving('refs/tags/annotated')).toBe(1)
  expect(await resolving(annotated)).toBe(2)
  expect(await resolving(commit.slice(0, 10))).toBe(3)
  expect(await cost(() => feedback.ensureStatus(repository, commit, status))).toBe(2)
  expect(await cost(() => feedback.ensureStatus(repository, commit, status))).toBe(1)
  expect(await cost(() => pullRequests.get(repository, number))).toBe(3)
  expect(await cost(() => pullRequests.open(repository))).toBe(1)
  expect(await cost(() => pullRequests.comments(repository, number))).toBe(1)
})

test('a branch that stands where it stood is free of charge', async () => {
  const { sandbox, host, commit } = aRig()

  expect(await host.resolve(repository, 'main', commit)).toBe(commit)
  expect(sandbox.requests()).toMatchObject([{ status: 304 }])
})

test('a branch that was asked for before is free of charge until it moves, for the next connection too', async () => {
  const { sandbox, connect, commit } = aRig()
  const ask = (revision: string) => connect().resolve(repository, revision)

  expect([await ask('main'), await ask('main'), await ask('refs/heads/main')]).toEqual([
    commit,
    commit,
    commit,
  ])
  const moved = sandbox.commit('ada/config', 'main', { files: { b: '1' }, message: 'second' })
  expect([await ask('main'), await ask('main')]).toEqual([moved, moved])
  expect(sandbox.requests().map(({ status }) => status)).toEqual([200, 304, 200, 200, 304])
})

test('a tree and all below it are one request', async () => {
  const { sandbox, host, commit, cost } = aRig({ 'a/b/c/d.yaml': 'd: 1\n', 'e/f.yaml': 'f: 1\n' })
  const walk = async (id: ObjectId): Promise<void> => {
    const entries = await host.listTree(repository, id)
    for (const { kind, id: child } of entries) if (kind === 'directory') await walk(child)
  }
  const root = await host.rootTree(repository, commit)

  expect(root).toBe(sandbox.repository('ada/config').readCommit(commit).tree)
  expect(await cost(() => walk(root))).toBe(1)
})

test('a tree of more than GitHub tells at once is read level by level', async () => {
  const files = { ...numbered(30), 'a/b.yaml': 'b: 1\n' }
  const { host, commit, cost } = aRig(files, { treeEntries: 30 })
  const root = await host.rootTree(repository, commit)
  const [a, many] = await host.listTree(repository, root)
  if (a === undefined || many === undefined) throw new Error('two folders')

  expect(await cost(() => host.listTree(repository, many.id))).toBe(1)
  expect(await host.listTree(repository, many.id)).toHaveLength(30)
  expect(await host.listTree(repository, a.id)).toMatchObject([{ name: 'b.yaml' }])
})

test.each([
  [0, 0],
  [4, 4],
  [5, 1],
  [40, 1],
  [41, 2],
  [100, 3],
])('%i blobs cost %i requests', async (count, requests) => {
  const rig = aRig(numbered(100))
  const wanted = rig.blobs(Object.keys(numbered(count)))

  expect(await rig.cost(() => rig.host.readBlobs(repository, wanted))).toBe(requests)
})

test('a query that is too much for GitHub is halved until it is not', async () => {
  const rig = aRig(numbered(40), { graphqlObjects: 6 })
  const blobs = await rig.host.readBlobs(repository, rig.blobs(Object.keys(numbered(40))))

  expect(blobs.size).toBe(40)
  expect(rig.sandbox.requests().every(({ path }) => path === '/graphql')).toBe(true)
})

test('what a query cannot carry is read one by one, byte by byte', async () => {
  const odd: Files = {
    binary: new Uint8Array([0, 255, 1]),
    latin: new Uint8Array([0x66, 0xfc, 0x72]),
    long: 'x'.repeat(600_000),
    marked: '\ufeffa: 1\n',
  }
  const rig = aRig({ ...numbered(9), ...odd })
  const wanted = rig.blobs([...Object.keys(numbered(9)), ...Object.keys(odd)])
  const blobs = await rig.host.readBlobs(repository, wanted)

  for (const { id, path } of wanted.slice(9)) {
    const content = odd[path]
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    expect(blobs.get(id)).toEqual(bytes)
  }
  expect(rig.sandbox.requests().filter(({ path }) => path.includes('/git/blobs/'))).toHaveLength(4)
})

test.each([
  ['is refused', () => Response.json({ message: 'no' }, { status: 403 })],
  ['is down', () => new Response('<html>', { status: 502 })],
  ['has no more points', () => Response.json({ errors: [{ type: 'RATE_LIMITED', message: 'x' }] })],
  ['makes no sense', () => Response.json({ data: { repository: { b0: 'x' } }, errors: 'x' })],
  [
    'lies',
    () =>
      Response.json({ data: { repository: { b0: { isBinary: false, isTruncated: false, text: 'evil' } } } }),
  ],
])('where GraphQL %s, blobs are read without it', async (_, fault) => {
  const rig = aRig(numbered(9))
  rig.sandbox.intercept((request, next) =>
    request.url.endsWith('/graphql') ? Promise.resolve(fault()) : next(),
  )

  expect((await rig.host.readBlobs(repository, rig.blobs(Object.keys(numbered(9))))).size).toBe(9)
})

test('writes go out one after the other, a second apart; reads do not wait', async () => {
  const { commit, feedback, sandbox, slept, pullRequests } = aRig()
  sandbox.commit('ada/config', 'topic', { files: { new: '1' }, message: 'change' })
  const number = sandbox.openPullRequest('ada/config', { head: 'topic' })
  const contexts = ['a', 'b', 'c']
  await Promise.all([
    ...contexts.map((context) => feedback.ensureStatus(repository, commit, { ...status, context })),
    pullRequests.createComment(repository, number, 'x'),
  ])

  expect(slept).toEqual([1000, 1000, 1000])
})

test('what is left is told in tenths, and the last of it is kept for answers', async () => {
  const { host, commit, feedback, budgets, clock } = aRig({ a: '1' }, { requestsPerHour: 40 })
  const read = () => host.rootTree(repository, commit)
  let reads = 0
  for (; reads < 100; reads += 1) if ((await read().catch(() => undefined)) === undefined) break

  expect(reads).toBe(36)
  await expect(read()).rejects.toMatchObject({ code: 'rate-limited', retryable: true, retryAfter: 3600 })
  expect(await feedback.ensureStatus(repository, commit, status)).toBe('written')
  expect(budgets.map(({ remaining }) => remaining)).toEqual([39, 36, 32, 28, 24, 20, 16, 12, 8, 4])
  clock.now += 3_600_000
  await expect(read()).resolves.toBeDefined()
})

test('what is known of the budget, and that GitHub wants to be left alone, is known to the next connection', async () => {
  const { connect, commit, sandbox, clock } = aRig({ a: '1' }, { requestsPerHour: 10 })
  for (let reads = 0; reads < 9; reads += 1) await connect().rootTree(repository, commit)

  await expect(connect().rootTree(repository, commit)).rejects.toMatchObject({ code: 'rate-limited' })
  clock.now += 3_600_000
  sandbox.intercept(async () => Response.json({ message: 'x' }, { status: 429 }))
  await expect(connect().rootTree(repository, commit)).rejects.toMatchObject({ code: 'rate-limited' })
  await expect(connect().rootTree(repository, commit)).rejects.toMatchObject({ code: 'rate-limited' })

  expect(sandbox.requests()).toHaveLength(10)
})

const limits: readonly [string, () => Response, number][] = [
  [
    'says for how long',
    () => Response.json({ message: 'slow' }, { status: 403, headers: { 'retry-after': '77' } }),
    77,
  ],
  [
    'names a secondary limit',
    () => Response.json({ message: 'You have exceeded a secondary rate limit.' }, { status: 403 }),
    60,
  ],
  ['has too many requests', () => Response.json({ message: 'x' }, { status: 429 }), 60],
  [
    'has none left until a time',
    () =>
      Response.json(
        { message: 'API rate limit exceeded' },
        { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1700000100' } },
      ),
    101,
  ],
]

test.each(limits)('a GitHub that %s is asked no more at once', async (_, fault, seconds) => {
  const { host, sandbox } = aRig()
  sandbox.intercept(async () => fault())

  await expect(host.resolve(repository, 'main')).rejects.toMatchObject({
    code: 'rate-limited',
    retryAfter: seconds,
    turn: 'platform',
  })
  expect(sandbox.requests()).toHaveLength(1)
})

test('while GitHub wants to be left alone nothing is asked of it, not even an answer written; then all is as before', async () => {
  const { host, sandbox, commit, feedback, clock } = aRig()
  const slow = { status: 403, headers: { 'retry-after': '77', 'x-ratelimit-remaining': '4000' } }
  sandbox.intercept(async () => Response.json({ message: 'You have exceeded a secondary rate limit' }, slow))
  await expect(host.resolve(repository, 'main')).rejects.toMatchObject({ retryAfter: 77 })
  sandbox.intercept(undefined)
  clock.now += 7000

  await expect(host.resolve(repository, 'main')).rejects.toMatchObject({
    code: 'rate-limited',
    retryable: true,
    retryAfter: 70,
  })
  await expect(feedback.ensureStatus(repository, commit, status)).rejects.toMatchObject({ retryAfter: 70 })
  expect(sandbox.requests()).toHaveLength(1)
  clock.now += 70_000
  expect(await host.resolve(repository, 'main')).toBe(commit)
})

test('points of GraphQL that are used up stop no plain request', async () => {
  const rig = aRig(numbered(9))
  const spent = {
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '1700003600',
    'x-ratelimit-limit': '5000',
  }
  rig.sandbox.intercept((request, next) =>
    request.url.endsWith('/graphql')
      ? Promise.resolve(
          Response.json(
            { message: 'x' },
            { status: 403, headers: { ...spent, 'x-ratelimit-resource': 'graphql' } },
          ),
        )
      : next(),
  )

  expect((await rig.host.readBlobs(repository, rig.blobs(Object.keys(numbered(9))))).size).toBe(9)
})

test('neither the token nor what GitHub wrote is shown', async () => {
  for (const code of [400, 401, 403, 404, 409, 418, 422, 500]) {
    const { host, sandbox, commit, feedback, pullRequests } = aRig(numbered(9))
    sandbox.intercept(async () => Response.json({ message: `leaked ${token}` }, { status: code }))
    for (const work of [
      () => host.resolve(repository, 'main'),
      () => host.rootTree(repository, commit),
      () => host.readBlobs(repository, [{ id: commit, commit, path: 'x' }]),
      () => feedback.ensureStatus(repository, commit, status),
      () => pullRequests.comments(repository, 1),
      () => pullRequests.self(),
    ]) {
      const error = await work().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'GitHostError' })
      const { cause, stack, message } = error as Error
      expect(JSON.stringify([error, message, stack, cause])).not.toMatch(/leaked|very-secret/)
    }
  }
})

test('a tree that is not that tree is refused by its hash', async () => {
  const { host, sandbox, commit } = aRig({ 'a/b': '1', c: '2' })
  const root = await host.rootTree(repository, commit)
  sandbox.intercept(async (_, next) => {
    const body = (await (await next()).json()) as { tree: { path: string }[] }
    return Response.json({ ...body, tree: body.tree.filter(({ path }) => path !== 'c') })
  })

  await expect(host.listTree(repository, root)).rejects.toMatchObject({ code: 'hash-mismatch' })
})
