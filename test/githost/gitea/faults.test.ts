import { expect, test } from 'vitest'
import type { ObjectId } from '../../../src/git/commit.ts'
import { createGiteaHost } from '../../../src/githost/gitea/gitea-host.ts'
import type { Intercept } from '../../../src/sandbox/git-host/sandbox-git-host.ts'
import { answer, aRig, numbered, type Rig, repository, token } from './gitea-on-sandbox.ts'

const status = { context: 'plumbline/sync', state: 'success', description: 'Synced' } as const

/** Every operation of the port, each on a rig of its own. */
const operations: readonly [string, (rig: Rig) => Promise<unknown>][] = [
  ['resolve a branch', ({ host }) => host.resolve(repository, 'main')],
  ['resolve a commit', ({ host, commit }) => host.resolve(repository, commit)],
  ['rootTree', ({ host, commit }) => host.rootTree(repository, commit)],
  ['listTree', async (rig) => rig.host.listTree(repository, rootOf(rig))],
  ['readBlobs one', async (rig) => rig.host.readBlobs(repository, await rig.blobs(['many/f1.yaml']))],
  [
    'readBlobs many',
    async (rig) => rig.host.readBlobs(repository, await rig.blobs(Object.keys(numbered(9)))),
  ],
  ['statuses', async ({ host, commit }) => host.feedback?.statuses(repository, commit)],
  ['ensureStatus', async ({ host, commit }) => host.feedback?.ensureStatus(repository, commit, status)],
  ['open', async (rig) => aPull(rig) && rig.host.pullRequests?.open(repository)],
  ['comments', async (rig) => rig.host.pullRequests?.comments(repository, aPull(rig))],
  ['createComment', async (rig) => rig.host.pullRequests?.createComment(repository, aPull(rig), 'x')],
  ['react', async (rig) => rig.host.pullRequests?.react(repository, aComment(rig), 'eyes')],
  ['self', async ({ host }) => host.pullRequests?.self()],
]

function aPull({ sandbox }: Rig): number {
  sandbox.commit('ada/config', 'topic', { files: { new: '1' }, message: 'change' })
  return sandbox.openPullRequest('ada/config', { head: 'topic' })
}

function aComment(rig: Rig): number {
  return rig.sandbox.comment('ada/config', aPull(rig), 'x')
}

function rootOf({ sandbox, commit }: Rig): ObjectId {
  return sandbox.repository('ada/config').readCommit(commit).tree
}

function rigWith(intercept: Intercept): Rig {
  const rig = aRig(numbered(9))
  rig.sandbox.intercept(intercept)
  return rig
}

const times = (count: number, fault: () => Promise<Response>): Intercept => {
  let left = count
  return (_, next) => {
    left -= 1
    return left >= 0 ? fault() : next()
  }
}

const reset = () => Promise.reject(new TypeError('fetch failed', { cause: new Error(`reset for ${token}`) }))
const transient: readonly [string, () => Promise<Response>][] = [
  ['502 with a page', async () => answer('<html>bad gateway</html>', 502, { 'content-type': 'text/html' })],
  ['503', async () => answer('{"message":"overloaded"}', 503)],
  ['504 without a body', async () => new Response(null, { status: 504 })],
  ['a broken connection', reset],
]

const feedback = new Set(['statuses', 'ensureStatus', 'open', 'comments', 'createComment', 'react'])
const answering = operations.filter(([name]) => feedback.has(name))

test.each(
  answering.flatMap(([name, operation]) => [408, 409, 410].map((code) => ({ name, operation, code }))),
)('$name is asked again after a single $code', async ({ operation, code }) => {
  const expected = await operation(aRig(numbered(9)))
  const rig = rigWith(times(1, async () => answer('{"message":"not now"}', code)))

  expect(await operation(rig)).toEqual(expected)
})

test.each(answering)('%s meets a lasting 409 as something to be tried later', async (_, operation) => {
  const rig = rigWith(async () => answer('{"message":"somebody else writes"}', 409))

  await expect(operation(rig)).rejects.toMatchObject({ code: 'unavailable', retryable: true })
})

for (const [name, operation] of operations) {
  test.each(transient)(`${name} comes through three times %s`, async (_, fault) => {
    const expected = await operation(aRig(numbered(9)))
    const rig = rigWith(times(3, fault))

    expect(await operation(rig)).toEqual(expected)
    expect(rig.slept.filter((milliseconds) => milliseconds > 0)).toHaveLength(3)
  })

  test.each(transient)(`${name} gives up on %s as unavailable, to be tried later`, async (_, fault) => {
    const rig = rigWith(fault)

    await expect(operation(rig)).rejects.toMatchObject({
      code: 'unavailable',
      turn: 'platform',
      retryable: true,
    })
  })

  test.each([
    ['a login page with 200', async () => answer('<html>login</html>', 200, { 'content-type': 'text/html' })],
    ['no content type', async () => new Response('ok')],
    ['JSON that is not this', async () => answer('{"ok":true}')],
    ['a list of nothing known', async () => answer('[1,null,{}]')],
    ['null', async () => answer('null')],
    ['an empty body', async () => answer('')],
  ])(`${name} does not take %s for an answer`, async (_, fault) => {
    const error = await operation(rigWith(fault)).then(
      (value) => ({ took: value }),
      (thrown: unknown) => thrown,
    )

    expect(error).toMatchObject({ name: 'GitHostError', code: 'malformed', retryable: true })
  })

  test(`${name} never takes a truncated body for an answer`, async () => {
    const whole = aRig(numbered(9))
    const expected = await operation(whole)
    for (const part of [0.02, 0.3, 0.6, 0.9, 0.999]) {
      const rig = rigWith(async (_, next) => {
        const response = await next()
        const body = await response.text()
        return answer(body.slice(0, Math.floor(body.length * part)), response.status)
      })
      const result = await operation(rig).catch((thrown: unknown) => thrown)

      expect(result).not.toEqual(expected)
      expect(result).toMatchObject({ code: 'malformed', retryable: true })
    }
  })

  test(`${name} stops at a rate limit at once and says how long`, async () => {
    for (const code of [429, 403]) {
      const rig = rigWith(async () => answer('{"message":"slow down"}', code, { 'retry-after': '77' }))

      await expect(operation(rig)).rejects.toMatchObject({
        code: 'rate-limited',
        retryAfter: 77,
        retryable: true,
      })
      expect(rig.sandbox.requests()).toHaveLength(1)
    }
  })

  test(`${name} is not asked of a host that wants to be left alone`, async () => {
    const rig = rigWith(async () => answer('{"message":"slow down"}', 429, { 'retry-after': '77' }))
    await expect(operation(rig)).rejects.toMatchObject({ retryAfter: 77 })

    rig.pass(30_000)
    await expect(operation(rig)).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 47 })
    expect(rig.sandbox.requests()).toHaveLength(1)

    rig.pass(47_000)
    await expect(operation(rig)).rejects.toMatchObject({ retryAfter: 77 })
    expect(rig.sandbox.requests()).toHaveLength(2)
  })

  test(`${name} never shows the token or what the host wrote`, async () => {
    for (const code of [400, 401, 403, 404, 409, 418, 422, 500]) {
      const rig = rigWith(async () => answer(JSON.stringify({ message: `leaked ${token}` }), code))
      const error = await operation(rig).catch((thrown: unknown) => thrown)

      expect(error).toMatchObject({ name: 'GitHostError' })
      expect(flatten(error)).not.toMatch(/leaked|secret/)
    }
    const error = await operation(rigWith(reset)).catch((thrown: unknown) => thrown)
    expect(flatten(error)).not.toContain(token)
  })
}

/** Everything that a log could print of an error, its causes included. */
function flatten(error: unknown): string {
  const parts: string[] = []
  for (let at = error; at instanceof Error; at = at.cause)
    parts.push(String(at), at.stack ?? '', JSON.stringify(at))
  return parts.join('\n')
}

test('a short wait that the host asks for is kept, a long one is handed to the caller', async () => {
  const patient = rigWith(times(1, async () => answer('{}', 503, { 'retry-after': '7' })))
  await patient.host.resolve(repository, 'main')
  expect(patient.slept).toEqual([7000])

  const hasty = rigWith(async () => answer('{}', 503, { 'retry-after': '600' }))
  await expect(hasty.host.resolve(repository, 'main')).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 600,
  })
  expect(hasty.slept).toEqual([])
})

test('waits grow and are spread', async () => {
  const rig = rigWith(reset)
  await rig.host.resolve(repository, 'main').catch(() => undefined)

  expect(rig.slept).toEqual([375, 1125, 3375])
})

test('a directory that comes empty, short or altered is refused by its hash', async () => {
  const alterations: readonly ((tree: { path: string; mode: string }[]) => unknown[])[] = [
    () => [],
    (tree) => tree.slice(1),
    (tree) => [...tree, ...tree.slice(0, 1)],
    (tree) => tree.map((entry) => ({ ...entry, path: `${entry.path}x` })),
    (tree) => tree.map((entry) => ({ ...entry, mode: '100755' })),
  ]
  for (const alter of alterations) {
    const rig = rigWith(async (_, next) => {
      const body = await (await next()).json()
      const tree = alter(body.tree)
      return answer(
        JSON.stringify({ ...body, tree: tree.length === 0 ? null : tree, total_count: tree.length }),
      )
    })
    await expect(rig.host.listTree(repository, rootOf(rig))).rejects.toMatchObject({ code: 'hash-mismatch' })
  }
})

test('pages that never end or say nothing are not followed', async () => {
  const rig = rigWith(async (_, next) =>
    answer(JSON.stringify({ ...(await (await next()).json()), total_count: 5000 })),
  )
  await expect(rig.host.listTree(repository, rootOf(rig))).rejects.toMatchObject({ code: 'malformed' })

  const huge = rigWith(async (_, next) =>
    answer(JSON.stringify({ ...(await (await next()).json()), total_count: 1e6 })),
  )
  await expect(huge.host.listTree(repository, rootOf(huge))).rejects.toMatchObject({ code: 'too-large' })
})

test('a blob of other bytes is refused by its hash, alone and in a batch', async () => {
  const other = btoa('evil: true\n')
  const lie: Intercept = async (_, next) => {
    const body = await (await next()).json()
    const forged = Array.isArray(body)
      ? body.map((file) => ({ ...file, content: other }))
      : { ...body, content: other }
    return answer(JSON.stringify(forged))
  }
  for (const count of [1, 9]) {
    const rig = rigWith(lie)
    const wanted = await rig.blobs(Object.keys(numbered(count)))

    await expect(rig.host.readBlobs(repository, wanted)).rejects.toMatchObject({ code: 'hash-mismatch' })
  }
})

test('a blob above what the host hands out is too large', async () => {
  const rig = rigWith(async (_, next) =>
    answer(JSON.stringify({ ...(await (await next()).json()), content: null, encoding: null })),
  )

  await expect(rig.host.readBlobs(repository, await rig.blobs(['many/f1.yaml']))).rejects.toMatchObject({
    code: 'too-large',
  })
})

test('an answer that is too large is not held', async () => {
  const rig = rigWith(async () => answer('{}', 200, { 'content-length': '64000001' }))

  await expect(rig.host.resolve(repository, 'main')).rejects.toMatchObject({
    code: 'too-large',
    retryable: false,
  })
})

test('older hosts give a single ref as an object, and name each status page truncated', async () => {
  const rig = rigWith(async (request, next) => {
    const body = await (await next()).json()
    if (request.url.includes('/git/refs/')) return answer(JSON.stringify(body[0]))
    return answer(JSON.stringify({ ...body, truncated: true }))
  })

  expect(await rig.host.resolve(repository, 'main')).toBe(rig.commit)
  expect(await rig.host.rootTree(repository, rig.commit)).toBe(rootOf(rig))
})

test('the token goes to no other origin', async () => {
  const asked: string[] = []
  const host = createGiteaHost({
    name: 'forge',
    baseUrl: 'http://git.sandbox',
    token,
    fetch: async (input) => {
      asked.push(new Request(input).url)
      return answer('', 302, { location: 'http://evil.test/api/v1/repos/ada/config' })
    },
    sleep: async () => undefined,
    now: () => 0,
    random: () => 0,
  })

  await expect(host.resolve(repository, 'main')).rejects.toMatchObject({ code: 'refused' })
  expect(asked).toEqual(['http://git.sandbox/api/v1/repos/ada/config/git/refs/heads/main'])
})

test('a status is not written to where a redirect leads', async () => {
  const rig = aRig()
  rig.sandbox.rename('ada/config', 'renamed')

  await expect(rig.host.resolve(repository, 'main')).resolves.toBe(rig.commit)
  await expect(rig.host.feedback?.ensureStatus(repository, rig.commit, status)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/renamed/),
  })
})

test('states that only Gitea knows are read as what they come to', async () => {
  const rig = aRig()
  rig.sandbox.intercept(async (_, next) => {
    const body = await (await next()).json()
    const statuses = ['warning', 'skipped', 'weird', 'success'].map((state, at) => {
      return { id: at + 1, context: state, status: state, description: '', target_url: '' }
    })
    return answer(JSON.stringify({ ...body, statuses }))
  })

  expect((await rig.host.feedback?.statuses(repository, rig.commit))?.map(({ state }) => state)).toEqual([
    'failure',
    'success',
    'error',
    'success',
  ])
})

test('names that a URL would take for a path are encoded or refused', async () => {
  const rig = aRig()
  rig.sandbox.forcePush('ada/config', 'a#b%2e%2e?c', rig.commit)
  rig.sandbox.intercept((request, next) => {
    expect(new URL(request.url).search).toBe('')
    return next()
  })

  expect(await rig.host.resolve(repository, 'a#b%2e%2e').catch((error: { code: string }) => error.code)).toBe(
    'not-found',
  )
  expect(rig.sandbox.requests()[0]?.path).toBe('/api/v1/repos/ada/config/git/refs/heads/a%23b%252e%252e')
})

test('lists without end are malformed, and not read for ever', async () => {
  const statuses = Array.from({ length: 50 }, (_, at) => ({ id: at, context: `c${at}`, status: 'success' }))
  const endless = rigWith(async ({ url }, next) => {
    if (url.includes('/status?')) return answer(JSON.stringify({ statuses }))
    return url.includes('/pulls?') ? answer('[{"head":{"sha":""}}]') : next()
  })
  const { feedback, pullRequests } = endless.host

  await expect(feedback?.statuses(repository, endless.commit)).rejects.toMatchObject({ code: 'malformed' })
  await expect(pullRequests?.open(repository)).rejects.toMatchObject({ code: 'malformed' })
})
