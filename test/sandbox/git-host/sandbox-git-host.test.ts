import { expect, test } from 'vitest'
import { createSandboxGitHost } from '../../../src/sandbox/git-host/sandbox-git-host.ts'

const users = [
  { login: 'ada', token: 'ada-token' },
  { login: 'bob', token: 'bob-token', access: { 'ada/secret': 'read' } },
] as const
const at = 1_700_000_000

function aHost(deliver?: (request: Request) => Promise<Response>) {
  const host = createSandboxGitHost({ users, now: () => at * 1000, ...(deliver && { deliver }) })
  host.createRepository({ owner: 'ada', name: 'config' })
  return host
}

const get = (path: string, token?: string) =>
  new Request(
    `http://git.sandbox/api/v1${path}`,
    token === undefined ? {} : { headers: { authorization: `token ${token}` } },
  )

test('commits have the ids that git gives them', () => {
  const host = aHost()
  const sha = host.commit('ada/config', 'main', { files: { 'a/b.yaml': 'x: 1\n' }, message: 'first' })

  expect(sha).toBe('a4f28ac72890e4647d9f80bf90a1c4f7ef3e650a')
  expect(host.tag('ada/config', 'v1', sha, 'one')).toBe('3112335554d45b392148f4fc34dd1b84cf8d6693')
})

test('a commit changes only what it names, on a new branch from the tip of the default one', () => {
  const host = aHost()
  host.commit('ada/config', 'main', { files: { a: '1', b: '1' }, message: 'first' })
  const sha = host.commit('ada/config', 'topic', { files: { a: null, c: '1' }, message: 'second' })
  const repository = host.repository('ada/config')

  expect(repository.flatten(repository.readCommit(sha).tree).map((file) => file.path)).toEqual(['b', 'c'])
  expect(repository.readCommit(sha).parents).toEqual([repository.branch('main')])
})

test('events come in the order in which Gitea sends them', async () => {
  const told: unknown[] = []
  const host = aHost(async (request) => {
    const { ref, before, after, total_commits, commits } = await request.json()
    const zero = (id?: string) => id && (/^0+$/.test(id) ? 'zero' : 'id')
    told.push([
      request.headers.get('x-gitea-event'),
      ref,
      zero(before),
      zero(after),
      total_commits,
      commits?.length,
    ])
    return new Response()
  })
  host.addHook('ada/config', { url: 'http://plumbline.test/webhooks/gitea', secret: 's' })
  const first = host.commit('ada/config', 'main', { files: { a: '1' }, message: 'first' })
  host.forcePush('ada/config', 'topic', first)
  for (let count = 0; count < 7; count += 1) {
    host.commit('ada/config', 'side', { files: { a: `${count}` }, message: 'more' })
  }
  const side = host.repository('ada/config').branch('side')
  if (side === undefined) throw new Error('no side')
  host.forcePush('ada/config', 'main', side)
  host.forcePush('ada/config', 'main', first)
  host.deleteBranch('ada/config', 'topic')
  host.tag('ada/config', 'v1', first)
  host.tag('ada/config', 'v1', first, 'annotated')
  host.deleteTag('ada/config', 'v1')
  await host.settled()

  const side1 = ['push', 'refs/heads/side', 'id', 'id', 1, 1]
  expect(told).toEqual([
    ['create', 'main', undefined, undefined, undefined, undefined],
    ['push', 'refs/heads/main', 'zero', 'id', 1, 1],
    ['create', 'topic', undefined, undefined, undefined, undefined],
    ['push', 'refs/heads/topic', 'zero', 'id', 0, 0],
    ['create', 'side', undefined, undefined, undefined, undefined],
    ['push', 'refs/heads/side', 'zero', 'id', 1, 1],
    ...Array.from({ length: 6 }, () => side1),
    ['push', 'refs/heads/main', 'id', 'id', 7, 5],
    ['push', 'refs/heads/main', 'id', 'id', 0, 0],
    ['delete', 'topic', undefined, undefined, undefined, undefined],
    ['push', 'refs/tags/v1', 'zero', 'id', 0, 0],
    ['create', 'v1', undefined, undefined, undefined, undefined],
    ['push', 'refs/tags/v1', 'zero', 'id', 0, 0],
    ['create', 'v1', undefined, undefined, undefined, undefined],
    ['push', 'refs/tags/v1', 'id', 'zero', 0, 0],
    ['delete', 'v1', undefined, undefined, undefined, undefined],
  ])
  expect(host.deliveries()).toHaveLength(told.length)
})

test('a delivery that nobody answers is tried once', async () => {
  const host = aHost(() => Promise.reject(new Error('refused')))
  host.addHook('ada/config', { url: 'http://nobody.test/', secret: '' })
  host.commit('ada/config', 'main', { files: { a: '1' }, message: 'first' })
  await host.settled()

  expect(host.deliveries().map(({ event, status }) => [event, status])).toEqual([
    ['create', undefined],
    ['push', undefined],
  ])
})

test.each([
  ['/repos/ada/config', undefined, 200],
  ['/repos/ADA/Config', undefined, 200],
  ['/repos/ada/nothing', 'ada-token', 404],
  ['/repos/ada/secret', undefined, 404],
  ['/repos/ada/secret', 'bob-token', 200],
  ['/repos/ada/config', 'wrong', 401],
  ['/repos/ada/config/hooks', 'bob-token', 403],
  ['/repos/ada/config/nothing', 'ada-token', 404],
])('GET %s with token %s answers %i', async (path, token, status) => {
  const host = aHost()
  host.createRepository({ owner: 'ada', name: 'secret', private: true })

  expect((await host.fetch(get(path, token))).status).toBe(status)
})

test('requests are counted with their answers, and an interceptor can replace one', async () => {
  const host = aHost()
  host.intercept((request, answer) =>
    request.url.endsWith('/version') ? Promise.resolve(new Response('', { status: 502 })) : answer(),
  )
  await host.fetch(get('/version'))
  host.intercept(undefined)
  await host.fetch(get('/version'))

  expect(host.requests().map(({ path, status }) => [path, status])).toEqual([
    ['/api/v1/version', 502],
    ['/api/v1/version', 200],
  ])
})
