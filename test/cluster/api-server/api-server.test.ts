import { expect, test } from 'vitest'
import type { ClusterRequest } from '../../../src/cluster/cluster.ts'
import { longestFlight } from '../../../src/cluster/longest-flight.ts'
import { getSettings, json, status, stubApiServer, thrownBy } from '../stub-api-server.ts'

const live = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } }
const settings = { group: '', version: 'v1', resource: 'configmaps', namespace: 'shop' }
const down = () => {
  throw new TypeError('fetch failed')
}

test('what passes is tried again with full jitter, five times in all', async () => {
  const { cluster, seen, slept } = stubApiServer(() => status(503))

  const error = await thrownBy(cluster.send(getSettings))

  expect(error.code).toBe('unavailable')
  expect(seen).toHaveLength(5)
  expect(slept).toEqual([250, 500, 1000, 2000])
})

test.for<[string, () => Response]>([
  ['a refused connection', down],
  ['408', () => status(408)],
  ['409 to a read', () => status(409)],
  ['429', () => status(429)],
  ['500', () => status(500)],
  ['502', () => new Response('<html>', { status: 502 })],
  ['503', () => status(503)],
  ['504', () => status(504)],
])('%s is overcome by the next attempt', async ([, failure]) => {
  const { cluster, seen } = stubApiServer((_, count) => (count === 1 ? failure() : json(live)))

  expect(await cluster.send(getSettings)).toEqual(live)
  expect(seen).toHaveLength(2)
})

test.for([400, 403, 404, 410, 422])('%i is not tried again', async (code) => {
  const { cluster, seen } = stubApiServer(() => status(code))

  await thrownBy(cluster.send(getSettings))

  expect(seen).toHaveLength(1)
})

test('the wait that the server asks for is kept, and one beyond half a minute left to the next run', async () => {
  const after = (seconds: string) =>
    stubApiServer((_, count) => (count === 1 ? json({}, 429, { 'retry-after': seconds }) : json(live)))
  const short = after('3')
  const long = after('31')

  await short.cluster.send(getSettings)
  const error = await thrownBy(long.cluster.send(getSettings))

  expect(short.slept).toEqual([3250])
  expect(error).toMatchObject({ code: 'too-many-requests', retryAfter: 31, retryable: true })
  expect(long.slept).toEqual([])
})

const write: ClusterRequest = {
  ...getSettings,
  verb: 'patch',
  options: { patchType: 'merge', fieldManager: 'plumbline' },
  body: live,
}

test('a write is not sent again when another call may have taken over by then', async () => {
  const asksToWait = () =>
    stubApiServer((_, count) => (count === 1 ? json({}, 429, { 'retry-after': '10' }) : json(live)))
  const busy = asksToWait()
  const dryRun = asksToWait()
  const hung = stubApiServer(() => {
    hung.clock.now += longestFlight({ method: 'PATCH', url: 'https://stub.test/' })
    throw new DOMException('silent connection', 'TimeoutError')
  })

  expect(await thrownBy(busy.cluster.send(write))).toMatchObject({ retryAfter: 10, retryable: true })
  await dryRun.cluster.send({ ...write, options: { ...write.options, dryRun: true } })
  expect((await thrownBy(hung.cluster.send(write))).code).toBe('timeout')

  expect([busy, dryRun, hung].map(({ seen }) => seen.length)).toEqual([1, 2, 1])
})

test('a write that waited too long for its token, or was suspended meanwhile, is not sent at all', async () => {
  const tokens = ['first', 'second']
  const suspended = (after: 'cached' | 'fresh') => {
    const stub = stubApiServer(
      ({ headers }) => (headers.get('authorization') === 'second' ? json(live) : status(401)),
      {
        credentials: async (freshness) => {
          if (freshness === after) stub.clock.now += 9_001
          return { authorization: tokens[freshness === 'cached' ? 0 : 1] ?? '' }
        },
      },
    )
    return stub
  }
  const before = suspended('cached')
  const between = suspended('fresh')
  const read = suspended('fresh')

  const errors = [await thrownBy(before.cluster.send(write)), await thrownBy(between.cluster.send(write))]
  await read.cluster.send(getSettings)

  expect(errors).toMatchObject([
    { code: 'timeout', retryable: true, message: expect.stringContaining('not sent to cluster stub') },
    { code: 'timeout', retryable: true },
  ])
  expect([before, between, read].map(({ seen }) => seen.length)).toEqual([0, 1, 2])
})

test('a server that asks to wait is asked nothing at all until then', async () => {
  const { cluster, seen, clock } = stubApiServer((_, count) =>
    count === 1 ? json({}, 429, { 'retry-after': '90' }) : json(live),
  )
  await thrownBy(cluster.send(getSettings))

  clock.now += 40_000
  const early = await thrownBy(cluster.send({ ...settings, verb: 'list' }))
  clock.now += 50_000
  await cluster.send(getSettings)

  expect(early).toMatchObject({ code: 'too-many-requests', retryAfter: 50, retryable: true })
  expect(seen).toHaveLength(2)
})

test('a creation whose answer was lost is tried again and finds what it made', async () => {
  const create: ClusterRequest = { ...settings, verb: 'create', body: live }
  const { cluster } = stubApiServer((_, count) => (count === 1 ? down() : status(409, 'AlreadyExists')))

  expect((await thrownBy(cluster.send(create))).code).toBe('already-exists')
})

test.for<[string, ClusterRequest]>([
  [
    'a creation that the server names',
    {
      ...settings,
      verb: 'create',
      body: { ...live, metadata: { generateName: 'migrate-' } },
    },
  ],
  [
    'a JSON patch',
    {
      ...getSettings,
      verb: 'patch',
      options: { patchType: 'json' },
      body: [{ op: 'add', path: '/x/-', value: 1 }],
    },
  ],
])('%s is not sent again unless the server did not begin', async ([, request]) => {
  const lost = stubApiServer(down)
  const shed = stubApiServer((_, count) => (count === 1 ? status(429) : json(live)))

  await thrownBy(lost.cluster.send(request))
  await shed.cluster.send(request)

  expect([lost.seen.length, shed.seen.length]).toEqual([1, 2])
})

test('a token that was rotated is looked up once more', async () => {
  const asked: string[] = []
  const { cluster, seen } = stubApiServer(
    ({ headers }) => (headers.get('authorization') === 'Bearer fresh' ? json(live) : status(401)),
    {
      credentials: async (freshness) => {
        asked.push(freshness)
        return { authorization: `Bearer ${freshness}` }
      },
    },
  )

  await cluster.send(getSettings)

  expect(asked).toEqual(['cached', 'fresh'])
  expect(seen).toHaveLength(2)
})

test('a token that stayed the same is not tried twice', async () => {
  const { cluster, seen } = stubApiServer(() => status(401))

  expect((await thrownBy(cluster.send(getSettings))).code).toBe('unauthorized')
  expect(seen).toHaveLength(1)
})

test.for<[string, () => Response]>([
  ['a web page', () => new Response('<html>canary-page</html>')],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://canary.test' } })],
  ['a list where an object belongs', () => json([])],
  ['a long answer', () => new Response(`{"a":"${'x'.repeat(2000)}"}`)],
])('%s is malformed, and nothing of it is told', async ([, reply]) => {
  const { cluster, seen } = stubApiServer(reply, { maxBytes: 1000 })

  const error = await thrownBy(cluster.send(getSettings))

  expect(error).toMatchObject({ code: 'malformed', turn: 'operator', retryable: false })
  expect(seen).toHaveLength(1)
  expect(JSON.stringify([error.message, error.stack])).not.toMatch(/canary|xxx/)
})

test('an answer that breaks off is unreachable and asked for again', async () => {
  const broken = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"kind"'))
          controller.error(new TypeError('terminated'))
        },
      }),
    )
  const { cluster, seen } = stubApiServer((_, count) => (count === 1 ? broken() : json(live)))

  expect(await cluster.send(getSettings)).toEqual(live)
  expect(seen).toHaveLength(2)
})

test.for([200, 422])('half an answer of %i that ends like a whole one is asked for again', async (code) => {
  const { cluster, seen } = stubApiServer((_, count) =>
    count === 1 ? new Response('{"kind":"Conf', { status: code }) : json(live),
  )

  expect(await cluster.send(getSettings)).toEqual(live)
  expect(seen).toHaveLength(2)
})

test('no error tells the token', async () => {
  const replies = [down, () => status(401, '', 'x'), () => status(500), () => new Response('nonsense')]

  for (const reply of replies) {
    const error = await thrownBy(stubApiServer(reply).cluster.send(getSettings))
    expect(JSON.stringify([error.message, error.stack, error.subject, String(error.cause)])).not.toContain(
      'canary-token',
    )
  }
})

test.for<[Partial<ClusterRequest>, string, string | null, string]>([
  [
    { verb: 'apply', body: live, options: { fieldManager: 'm' } },
    'PATCH',
    'application/apply-patch+yaml',
    JSON.stringify(live),
  ],
  [{ verb: 'update', body: live }, 'PUT', 'application/json', JSON.stringify(live)],
  [
    { verb: 'patch', body: { a: 1 }, options: { patchType: 'merge' } },
    'PATCH',
    'application/merge-patch+json',
    '{"a":1}',
  ],
  [
    { verb: 'patch', body: [{ op: 'test' }], options: { patchType: 'json' } },
    'PATCH',
    'application/json-patch+json',
    '[{"op":"test"}]',
  ],
  [
    {
      verb: 'delete',
      options: { preconditions: { uid: 'u' }, propagationPolicy: 'Foreground', dryRun: true },
    },
    'DELETE',
    'application/json',
    '{"kind":"DeleteOptions","apiVersion":"v1","preconditions":{"uid":"u"},"propagationPolicy":"Foreground","dryRun":["All"]}',
  ],
  [{}, 'GET', null, ''],
])('%o is sent as %s', async ([part, method, contentType, body]) => {
  const { cluster, seen } = stubApiServer(() => json(live))

  await cluster.send({ ...getSettings, ...part })

  expect(seen.map((one) => [one.method, one.headers.get('content-type'), one.body])).toEqual([
    [method, contentType, body],
  ])
})

test('an apply body holds no character that YAML takes for a line break or forbids', async () => {
  const { cluster, seen } = stubApiServer(() => json(live))
  const text = 'a\u0085b\u2028c\u2029d\ufeffe\u007ff'

  await cluster.send({ ...getSettings, verb: 'apply', body: { ...live, data: { text } } })

  expect(seen[0]?.body).toContain('a\\u0085b\\u2028c\\u2029d\\ufeffe\\u007ff')
  expect(JSON.parse(seen[0]?.body ?? '').data).toEqual({ text })
})
