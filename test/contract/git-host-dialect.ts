import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { fileObject } from '../../src/git/build-tree.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import type { WritableRepository } from './git-host.ts'

/** A repository as Gitea's API shows it, without any adapter between. */
export interface RawRepository extends WritableRepository {
  /** Below the repository; as its owner, as somebody who may read it, or as nobody. */
  request(method: string, path: string, body?: object, as?: RawUser): Promise<RawAnswer>
  /** One file on a new branch of the reader's fork, which is made when there is none. */
  commitToFork(branch: string, path: string, text: string): Promise<CommitSha>
  /** Where webhooks can be sent to. */
  readonly hookUrl: string
  /** What came to `hookUrl`, once at least so many came. */
  received(count: number): Promise<readonly RawDelivery[]>
  /** Asks the host to merge it. */
  merge(number: number, style: 'merge' | 'squash'): Promise<RawAnswer>
}

export type RawUser = 'owner' | 'reader' | 'anonymous'

export interface RawAnswer {
  readonly status: number
  readonly body: unknown
}

export interface RawDelivery {
  readonly headers: Headers
  readonly body: string
}

export interface DialectSubject {
  readonly name: string
  readonly dialect: 'gitea' | 'github'
  createRaw(name: string): Promise<RawRepository>
}

const nowhere = '0000000000000000000000000000000000000001'
const nothing = '0'.repeat(40)

/** What lies at a path of keys, undefined where the way ends. */
function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (found, key) => (found as Record<string | number, unknown> | undefined)?.[key],
    value,
  )
}

/** A list under keys, each item as the values of its fields. */
function rows(value: unknown, ...fields: readonly string[]): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`no list but ${JSON.stringify(value)}`)
  return value.map((item: unknown) => item && fields.map((field) => at(item, field)))
}

function sorted(lists: readonly unknown[]): readonly string[] {
  return lists.map((list) => JSON.stringify(list)).toSorted()
}

/** How many commits a new ref brought depends on when Gitea looks. */
function told({ headers, body }: RawDelivery): readonly unknown[] {
  const payload: unknown = JSON.parse(body)
  const [ref, type, before, after] = ['ref', 'ref_type', 'before', 'after'].map((key) => at(payload, key))
  const count = before === nothing ? undefined : at(payload, 'total_commits')
  return [headers.get('x-gitea-event'), ref, type, before, after, count]
}

/** What a Gitea answers to the very requests that our adapter sends, and to those around them. */
export function giteaDialect(subject: DialectSubject): void {
  describe(`${subject.name}, dialect`, () => {
    let raw: RawRepository
    let main: CommitSha

    beforeAll(async () => {
      raw = await subject.createRaw('dialect')
      const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`many/f${at}`, `${at}\n`]))
      main = await raw.commit('main', {
        'a.yaml': 'a: 1\n',
        b: 'b\n',
        c: { symlink: 'a.yaml' },
        d: '',
        'e/f': 'f\n',
        ...many,
      })
      await raw.commit('feature/x', { x: '1' })
      await raw.commit('feature/xy', { x: '2' })
      await raw.tag('v1', main, 'one')
    })

    const get = (path: string) => raw.request('GET', path)
    const batch = (ref: string, files: unknown) =>
      get(`/file-contents?${new URLSearchParams({ ref, body: JSON.stringify({ files }) }).toString()}`)

    test.for([
      ['/git/refs/heads/main', ['refs/heads/main']],
      ['/git/refs/heads/feature', ['refs/heads/feature/x', 'refs/heads/feature/xy']],
      ['/git/refs/heads/feature/x', ['refs/heads/feature/x', 'refs/heads/feature/xy']],
      ['/git/refs/heads/feature/xy', ['refs/heads/feature/xy']],
    ] as const)('%s lists by prefix', async ([path, refs]) => {
      const { status, body } = await get(path)

      expect(status).toBe(200)
      expect(rows(body, 'ref').flat()).toEqual(refs)
    })

    test('a ref says what it points at', async () => {
      const branch = at((await get('/git/refs/heads/main')).body, 0, 'object')
      const tag = at((await get('/git/refs/tags/v1')).body, 0, 'object')

      expect(branch).toMatchObject({ type: 'commit', sha: main })
      expect(tag).toMatchObject({ type: 'tag', sha: expect.not.stringMatching(main) })
    })

    test('a commit carries its own id where its tree should be', async () => {
      const { body } = await get('/git/commits/HEAD?stat=false&verification=false&files=false')

      expect(body).toMatchObject({ sha: main, commit: { tree: { sha: main } } })
    })

    test('a tree is paged by total count, and carries the id that was asked for', async () => {
      const root = async (page: number) => (await get(`/git/trees/${main}?per_page=4&page=${page}`)).body
      const [first, last, beyond] = [await root(1), await root(2), await root(3)]
      const about = { sha: main, total_count: 6 }

      expect(first).toMatchObject({ ...about, page: 1, truncated: true })
      expect(last).toMatchObject({ ...about, page: 2, truncated: false })
      expect(beyond).toMatchObject({ ...about, page: 3, truncated: false, tree: null })
      expect(rows(at(first, 'tree'), 'path').flat()).toEqual(['a.yaml', 'b', 'c', 'd'])
      expect(rows(at(last, 'tree'), 'path', 'mode', 'type')).toEqual([
        ['e', '040000', 'tree'],
        ['many', '040000', 'tree'],
      ])
      expect(at(first, 'tree', 2)).toMatchObject({ mode: '120000', type: 'blob', size: 6 })
    })

    test('a blob is base64', async () => {
      const { body } = await get(`/git/blobs/${fileObject('a: 1\n').id}`)
      const empty = await get(`/git/blobs/${fileObject('').id}`)

      expect(body).toMatchObject({ encoding: 'base64', content: btoa('a: 1\n'), size: 5 })
      expect(empty.body).toMatchObject({ encoding: 'base64', content: '', size: 0 })
    })

    test.for([
      ['/git/refs/heads/nothing', 404],
      [`/git/commits/${nowhere}`, 404],
      ['/git/commits/nothing', 404],
      [`/git/commits/${fileObject('').id}`, 404],
      [`/git/trees/${nowhere}`, 400],
      [`/git/trees/${fileObject('').id}`, 400],
      [`/git/blobs/${nowhere}`, 400],
      [`/commits/${nowhere}/status`, 404],
      [`/file-contents?ref=${nowhere}&body=${encodeURIComponent('{"files":["a.yaml"]}')}`, 404],
      ['/file-contents?ref=main&body=nonsense', 400],
      ['/nothing', 404],
    ] as const)('%s answers %i', async ([path, status]) => {
      expect((await get(path)).status).toBe(status)
    })

    test('a batch of files answers in order, null for what is not there, 30 at most', async () => {
      const { body } = await batch(main, ['a.yaml', 'nothing', 'c', 'e', 'd', 'a.yaml/b'])
      const much = await batch(
        main,
        Array.from({ length: 40 }, (_, at) => `many/f${at}`),
      )

      expect(rows(body, 'path', 'type', 'content')).toEqual([
        ['a.yaml', 'file', btoa('a: 1\n')],
        null,
        ['c', 'symlink', null],
        ['e', 'dir', null],
        ['d', 'file', ''],
        null,
      ])
      expect(at(body, 0, 'sha')).toBe(fileObject('a: 1\n').id)
      expect(much.body).toHaveLength(30)
      expect(at(much.body, 29, 'path')).toBe('many/f29')
    })

    test('statuses are trimmed, not checked, and the newest of each context are combined', async () => {
      const none = await get(`/commits/${main}/status`)
      for (const [context, state, description] of [
        ['one', 'pending', 'x'],
        [' one ', 'success', ' y '],
        ['two', 'weird', ''],
        ['', 'success', ''],
      ]) {
        const written = await raw.request('POST', `/statuses/${main}`, { context, state, description })
        expect(written.status).toBe(201)
        expect(written.body).toMatchObject({ context: context?.trim(), status: state, target_url: '' })
      }
      const { body } = await get(`/commits/${main}/status?limit=50`)
      const limited = await get(`/commits/${main}/status?limit=2&page=2`)
      const shown = rows(at(body, 'statuses'), 'context', 'status', 'description')

      expect(none.body).toMatchObject({ statuses: null, total_count: 0 })
      expect(sorted(shown)).toEqual(
        sorted([
          ['one', 'success', 'y'],
          ['two', 'weird', ''],
          ['', 'success', ''],
        ]),
      )
      expect(at(limited.body, 'statuses')).toHaveLength(1)
      expect((await get(`/statuses/${main}`)).body).toHaveLength(4)
      expect((await get(`/statuses/${nowhere}`)).body).toEqual([])
    })

    test('a status on no commit is an internal error, one by nobody needs a token', async () => {
      const status = { context: 'c', state: 'success' }

      expect((await raw.request('POST', `/statuses/${nowhere}`, status)).status).toBe(500)
      expect((await raw.request('POST', `/statuses/${main}`, status, 'anonymous')).status).toBe(401)
    })

    test('webhooks tell each move of a ref, signed; the secret is never shown', async () => {
      const hooked = await subject.createRaw('hooked')
      const hook = {
        type: 'gitea',
        active: true,
        events: ['push', 'create', 'delete'],
        config: { url: hooked.hookUrl, content_type: 'json', secret: 's3cret' },
      }
      const first = await hooked.commit('main', { a: '1' })
      const created = await hooked.request('POST', '/hooks', hook)
      expect(created.status).toBe(201)
      expect(JSON.stringify([created.body, (await hooked.request('GET', '/hooks')).body])).not.toContain(
        's3cret',
      )

      expect((await hooked.request('POST', `/hooks/${String(at(created.body, 'id'))}/tests`)).status).toBe(
        204,
      )
      const second = await hooked.commit('main', { a: '2' })
      await hooked.forcePush('main', first)
      await hooked.forcePush('topic', second)
      await hooked.deleteBranch('topic')
      const tag = await hooked.tag('v1', first, 'one')
      const received = await hooked.received(8)

      expect(sorted(received.map(told))).toEqual(
        sorted([
          ['push', 'refs/heads/main', undefined, first, first, 1],
          ['push', 'refs/heads/main', undefined, first, second, 1],
          ['push', 'refs/heads/main', undefined, second, first, 0],
          ['create', 'topic', 'branch', undefined, undefined, undefined],
          ['push', 'refs/heads/topic', undefined, nothing, second, undefined],
          ['delete', 'topic', 'branch', undefined, undefined, undefined],
          ['push', 'refs/tags/v1', undefined, nothing, tag, undefined],
          ['create', 'v1', 'tag', undefined, undefined, undefined],
        ]),
      )
      for (const { headers, body } of received) {
        const hex = createHmac('sha256', 's3cret').update(body).digest('hex')
        expect(headers.get('x-gitea-signature')).toBe(hex)
        expect(headers.get('x-hub-signature-256')).toBe(`sha256=${hex}`)
        expect(headers.get('x-gitea-delivery')).toMatch(/^[0-9a-f-]{36}$/)
        expect(headers.get('content-type')).toBe('application/json')
        expect(JSON.parse(body).repository).toMatchObject({
          name: 'hooked',
          full_name: expect.stringMatching(/\/hooked$/),
        })
      }
    })

    test('without a secret the signature headers come empty', async () => {
      const open = await subject.createRaw('unsigned')
      await open.commit('main', { a: '1' })
      const config = { url: open.hookUrl, content_type: 'json' }
      await open.request('POST', '/hooks', { type: 'gitea', active: true, events: ['push'], config })
      await open.commit('main', { a: '2' })
      const [delivery] = await open.received(1)

      expect(delivery?.headers.get('x-gitea-signature')).toBe('')
      expect(delivery?.headers.get('x-hub-signature-256')).toBe('sha256=')
    })
  })
}
