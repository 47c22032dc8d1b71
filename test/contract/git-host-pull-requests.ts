import { beforeAll, describe, expect, test } from 'vitest'
import type { CommitSha } from '../../src/git/commit.ts'
import type { PullRequest, PullRequests } from '../../src/githost/pull-requests.ts'
import type { DialectSubject, RawDelivery, RawRepository, RawUser } from './git-host-dialect.ts'

/** Asks again until an answer fits: a Git host does some of its work after it has answered. */
async function eventually<T>(ask: () => Promise<T>, fits: (found: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const found = await ask()
    if (fits(found) || tries === 50) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function portOf({ host }: Pick<RawRepository, 'host'>): PullRequests {
  if (host.pullRequests === undefined) throw new Error('no pull requests')
  return host.pullRequests
}

/** What an event says that an intake may read. */
function told({ headers, body }: RawDelivery): readonly unknown[] {
  const payload = JSON.parse(body)
  const { action, number, is_pull: isPull, changes, issue, comment } = payload
  const [event, type] = ['event', 'event-type'].map((name) => headers.get(`x-gitea-${name}`))
  if (event === 'issue_comment')
    return [event, type, action, issue.number, isPull, comment.user.login, comment.body]
  return [event, type, action, number, Object.keys(changes ?? {}), payload.pull_request.merged]
}

/** Pull requests and comments of a host; people work over its API. */
export function gitHostPullRequests(subject: DialectSubject): void {
  describe(`${subject.name}, pull requests`, () => {
    let raw: RawRepository
    let pulls: PullRequests
    let main: CommitSha
    let branches = 0

    beforeAll(async () => {
      raw = await subject.createRaw('pulls')
      pulls = portOf(raw)
      main = await raw.commit('main', { 'a.yaml': 'a: 1\n' })
    })

    const ok = async (method: string, path: string, body?: object, as?: RawUser) => {
      const answer = await raw.request(method, path, body, as)
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
      return answer.body as { number: number; id: number }
    }
    const get = async (number: number) => pulls.get(raw.repository, number)
    /** A pull request of one commit on a new branch. */
    const open = async (options: { readonly title?: string; readonly base?: string } = {}) => {
      branches += 1
      const branch = `topic-${branches}`
      const head = await raw.commit(branch, { [`${branch}.yaml`]: 'x: 1\n' })
      const { base = 'main', title = branch } = options
      const { number } = await ok('POST', '/pulls', { head: branch, base, title })
      return { number, branch, head }
    }
    const merge = async (number: number, style: 'merge' | 'squash') => {
      const done = await eventually(
        () => raw.merge(number, style),
        ({ status }) => status !== 405,
      )
      expect(done.status).toBe(200)
    }

    test('an open one tells where it starts and where it goes', async () => {
      const { number, head } = await open()

      expect(await get(number)).toEqual({
        number,
        state: 'open',
        merged: false,
        draft: false,
        head,
        baseRef: 'main',
        base: main,
        mergeBase: main,
        fork: false,
      } satisfies PullRequest)
      expect(await get(999)).toBeUndefined()
    })

    test('its head follows its branch, also by force', async () => {
      const { number, branch, head } = await open()
      const pushed = await raw.commit(branch, { more: '1' })
      const atHead = (sha: CommitSha) =>
        eventually(
          () => get(number),
          (one) => one?.head === sha,
        )

      expect(await atHead(pushed)).toMatchObject({ head: pushed, mergeBase: main })
      await raw.forcePush(branch, head)
      expect(await atHead(head)).toMatchObject({ head, mergeBase: main })
    })

    test.runIf(subject.dialect === 'gitea')(
      'a title of work in progress makes a draft, and a changed title ends it',
      async () => {
        const { number } = await open({ title: 'WIP: later' })
        expect(await get(number)).toMatchObject({ draft: true })
        await ok('PATCH', `/pulls/${number}`, { title: 'now' })

        expect(await get(number)).toMatchObject({ draft: false })
      },
    )

    test.runIf(subject.dialect === 'github')('a draft says so, a title does not', async () => {
      const { branch } = await open({ title: '[wip] titled' })
      await raw.commit('drafted', { drafted: '1' })
      const { number } = await ok('POST', '/pulls', {
        head: 'drafted',
        base: 'main',
        title: branch,
        draft: true,
      })

      expect(await get(number)).toMatchObject({ draft: true })
    })

    test('one that is closed is open no more, until it is reopened', async () => {
      const { number } = await open()
      const isListed = async () => (await pulls.open(raw.repository)).some((one) => one.number === number)
      await ok('PATCH', `/pulls/${number}`, { state: 'closed' })
      expect(await get(number)).toMatchObject({ state: 'closed', merged: false })
      expect(await isListed()).toBe(false)
      await ok('PATCH', `/pulls/${number}`, { state: 'open' })

      expect(await get(number)).toMatchObject({ state: 'open' })
      expect(await isListed()).toBe(true)
    })

    test('one whose branch is deleted is closed and keeps its head', async () => {
      const { number, branch, head } = await open()
      await raw.deleteBranch(branch)

      const closed = await eventually(
        () => get(number),
        (one) => one?.state === 'closed',
      )
      expect(closed).toMatchObject({ state: 'closed', merged: false, head })
    })

    test('a base that goes on leaves the merge base; one that is moved back by force takes it along in the end', async () => {
      const target = 'moving'
      await raw.forcePush(target, main)
      const second = await raw.commit(target, { second: '2' })
      await raw.forcePush('topic-moving', second)
      await raw.commit('topic-moving', { moving: '1' })
      const opened = { head: 'topic-moving', base: target, title: 'moving' }
      const { number } = await ok('POST', '/pulls', opened)
      const third = await raw.commit(target, { third: '3' })
      const unsettled = { code: 'unavailable', retryable: true } as const
      const ask = () => get(number).catch((error: unknown) => error)
      const seen = (found: unknown, base: CommitSha) => (found as PullRequest | undefined)?.base === base

      expect(await eventually(ask, (found) => seen(found, third))).toMatchObject({ mergeBase: second })
      await raw.forcePush(target, main)
      const first = await ask()
      if (!seen(first, main) && !seen(first, third)) expect(first).toMatchObject(unsettled)
      expect(await eventually(ask, (found) => seen(found, main))).toMatchObject({ mergeBase: main })
    })

    test('another base is another merge base; the open ones are told apart by base', async () => {
      const release = await raw.commit('release', { release: '1' })
      const { number } = await open()
      await ok('PATCH', `/pulls/${number}`, { base: 'release' })
      const numbers = (list: readonly PullRequest[]) => list.map((one) => one.number)

      expect(await get(number)).toMatchObject({ baseRef: 'release', base: release, mergeBase: main })
      expect(numbers(await pulls.open(raw.repository, 'release'))).toEqual([number])
      expect(numbers(await pulls.open(raw.repository, 'main'))).not.toContain(number)
      expect(numbers(await pulls.open(raw.repository))).toContain(number)
      expect(await pulls.open(raw.repository, 'nothing')).toEqual([])
    })

    test.each(['merge', 'squash'] as const)(
      'one that was merged by %s is found by the commit that brought it',
      async (style) => {
        const target = `into-${style}`
        await raw.forcePush(target, main)
        const { number, head } = await open({ base: target })
        await merge(number, style)
        const merged = await get(number)
        const tip = await raw.host.resolve(raw.repository, target)

        expect(merged).toMatchObject({
          state: 'closed',
          merged: true,
          head,
          mergeCommit: tip,
          mergeBase: main,
        })
        expect(await pulls.mergedAs(raw.repository, tip)).toEqual(merged)
        expect(await pulls.mergedAs(raw.repository, head)).toBeUndefined()
        expect(await pulls.mergedAs(raw.repository, main)).toBeUndefined()
      },
    )

    test('one that conflicts with its base is not merged', async () => {
      const target = 'into-conflict'
      await raw.forcePush(target, main)
      const { number, branch } = await open({ base: target })
      await raw.commit(target, { [`${branch}.yaml`]: 'x: 2\n' })
      const tried = await raw.merge(number, 'merge')

      expect([405, 409]).toContain(tried.status)
      expect(await get(number)).toMatchObject({ state: 'open', merged: false, mergeBase: main })
    })

    test('one from a fork says so, and its head is read through the base', async () => {
      const head = await raw.commitToFork('topic', 'fork.yaml', 'f: 1\n')
      const path = { head: 'bob:topic', base: 'main', title: 'from afar' }
      const { number } = await ok('POST', '/pulls', path, 'reader')
      const tree = await raw.host.rootTree(raw.repository, head)

      expect(await get(number)).toMatchObject({ fork: true, head, mergeBase: main, baseRef: 'main' })
      expect((await pulls.open(raw.repository)).find((one) => one.number === number)).toMatchObject({
        fork: true,
        head,
      })
      expect(await raw.host.listTree(raw.repository, tree)).toMatchObject([
        { name: 'a.yaml' },
        { name: 'fork.yaml' },
      ])
    })

    test('comments are all listed, oldest first, with whoever wrote them', async () => {
      const { number } = await open()
      expect(await pulls.comments(raw.repository, number)).toEqual([])
      for (let at = 0; at < 60; at += 1) await pulls.createComment(raw.repository, number, `n${at}`)
      await ok('POST', `/issues/${number}/comments`, { body: '/plumbline plan' }, 'reader')
      const listed = await pulls.comments(raw.repository, number)

      expect(listed.map(({ body }) => body)).toEqual([
        ...Array.from({ length: 60 }, (_, at) => `n${at}`),
        '/plumbline plan',
      ])
      expect(new Set(listed.map(({ author }) => author))).toEqual(new Set(['ada', 'bob']))
      expect(listed[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/)
    })

    test('a comment is written, changed and deleted; what is gone is told so', async () => {
      const { number } = await open()
      const text = '<!-- marker -->\n| a | b |\n|---|---|\n\u{1f600} é "x"\n'
      const { id, ...created } = await pulls.createComment(raw.repository, number, text)
      expect(created).toMatchObject({ author: 'ada', body: text })
      expect(await pulls.updateComment(raw.repository, id, 'second')).toBe('updated')
      expect(await pulls.updateComment(raw.repository, id, 'second')).toBe('updated')
      expect(await pulls.comments(raw.repository, number)).toMatchObject([{ id, body: 'second' }])
      expect(await pulls.deleteComment(raw.repository, id)).toBe('deleted')

      expect(await pulls.deleteComment(raw.repository, id)).toBe('gone')
      expect(await pulls.updateComment(raw.repository, id, 'third')).toBe('gone')
      await expect(pulls.react(raw.repository, id, 'eyes')).rejects.toMatchObject({ code: 'not-found' })
      expect(await pulls.comments(raw.repository, number)).toEqual([])
    })

    test('a comment as long as the longest of ours is kept whole', async () => {
      const { number } = await open()
      const text = 'é'.repeat(60_000)
      await pulls.createComment(raw.repository, number, text)

      expect(await pulls.comments(raw.repository, number)).toMatchObject([{ body: text }])
    })

    test('each reaction stands once', async () => {
      const { number } = await open()
      const { id } = await pulls.createComment(raw.repository, number, 'x')
      for (const reaction of ['eyes', '+1', '-1', 'confused', 'eyes'] as const)
        await pulls.react(raw.repository, id, reaction)
      const { body } = await raw.request('GET', `/issues/comments/${id}/reactions`)

      expect((body as { content: string }[]).map(({ content }) => content).toSorted()).toEqual([
        '+1',
        '-1',
        'confused',
        'eyes',
      ])
    })

    test('who may write is asked of the host, in any case of letters', async () => {
      expect(await pulls.mayWrite(raw.repository, 'ada')).toBe(true)
      expect(await pulls.mayWrite(raw.repository, 'Ada')).toBe(true)
      expect(await pulls.mayWrite(raw.repository, 'bob')).toBe(false)
      expect(await pulls.mayWrite(raw.repository, 'nobody-of-this-name')).toBe(false)
      await expect(pulls.mayWrite(raw.repository, '../ada')).rejects.toMatchObject({ code: 'refused' })
    })

    test('an account that administers nothing knows its own permission alone', async () => {
      const reader = portOf({ host: await raw.hostAs('reader') })

      const own = reader.mayWrite(raw.repository, 'bob')
      if (subject.dialect === 'gitea') expect(await own).toBe(false)
      else await expect(own).rejects.toMatchObject({ code: 'forbidden' })
      await expect(reader.mayWrite(raw.repository, 'ada')).rejects.toMatchObject({ code: 'forbidden' })
    })

    test('a token says whose it is, and one that is none is refused', async () => {
      const nobody = portOf({ host: await raw.hostAs('nobody') })

      expect(await pulls.self()).toBe('ada')
      expect(await portOf({ host: await raw.hostAs('reader') }).self()).toBe('bob')
      await expect(nobody.self()).rejects.toMatchObject({ code: 'unauthorized', turn: 'operator' })
    })

    test("who may only read cannot change somebody else's comment", async () => {
      const { number } = await open()
      const { id } = await pulls.createComment(raw.repository, number, 'x')
      const reader = portOf({ host: await raw.hostAs('reader') })

      await expect(reader.updateComment(raw.repository, id, 'y')).rejects.toMatchObject({ code: 'forbidden' })
      await expect(reader.deleteComment(raw.repository, id)).rejects.toMatchObject({ code: 'forbidden' })
    })

    test('more open ones than a page holds are all listed', async () => {
      const full = await subject.createRaw('many-pulls')
      await full.commit('main', { a: '1' })
      const head = await full.commit('b1', { f: '1' })
      for (let at = 1; at <= 53; at += 1) {
        await full.forcePush(`b${at}`, head)
        const { status } = await full.request('POST', '/pulls', {
          head: `b${at}`,
          base: 'main',
          title: `t${at}`,
        })
        expect(status).toBe(201)
      }

      const listed = await portOf(full).open(full.repository)
      expect(listed.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 53 }, (_, at) => at + 1),
      )
    }, 300_000)
  })
}

/** What hooks of Gitea tell of pull requests. */
export function giteaPullRequestHooks(subject: DialectSubject): void {
  describe(`${subject.name}, hooks of pull requests`, () => {
    test('webhooks tell what happens to pull requests and their comments', async () => {
      const hooked = await subject.createRaw('hooked-pulls')
      const ask = (method: string, path: string, body: object) => hooked.request(method, path, body)
      await hooked.commit('main', { a: '1' })
      await hooked.commit('other', { b: '1' })
      await hooked.commit('topic', { c: '1' })
      await ask('POST', '/hooks', {
        type: 'gitea',
        active: true,
        events: ['pull_request'],
        config: { url: hooked.hookUrl, content_type: 'json', secret: 's3cret' },
      })
      const expected: unknown[][] = []
      const step = async (work: () => Promise<unknown>, ...events: unknown[][]) => {
        await work()
        expected.push(...events)
        await hooked.received(expected.length)
      }
      const pull = (action: string, changed?: string, merged = false) => [
        'pull_request',
        'pull_request',
        action,
        1,
        changed === undefined ? [] : [changed, 'added_labels', 'removed_labels'],
        merged,
      ]
      const comment = (action: string, body: string) => [
        'issue_comment',
        'pull_request_comment',
        action,
        1,
        true,
        'ada',
        body,
      ]
      await step(
        () => ask('POST', '/pulls', { head: 'topic', base: 'main', title: 'WIP: t' }),
        pull('opened'),
      )
      await step(
        () => hooked.commit('topic', { c: '2' }),
        ['pull_request', 'pull_request_sync', 'synchronized', 1, [], false],
      )
      await step(() => ask('PATCH', '/pulls/1', { title: 't' }), pull('edited', 'title'))
      await step(() => ask('PATCH', '/pulls/1', { body: 'text' }), pull('edited', 'body'))
      await step(() => ask('PATCH', '/pulls/1', { base: 'other' }), pull('edited', 'ref'))
      await step(() => ask('PATCH', '/pulls/1', { base: 'main' }), pull('edited', 'ref'))
      const created: { id?: number } = {}
      await step(
        async () => {
          const { body } = await ask('POST', '/issues/1/comments', { body: '/plumbline plan' })
          created.id = (body as { id: number }).id
        },
        comment('created', '/plumbline plan'),
      )
      await step(() => ask('PATCH', `/issues/comments/${created.id}`, { body: 'x' }), comment('edited', 'x'))
      await step(() => ask('DELETE', `/issues/comments/${created.id}`, {}), comment('deleted', 'x'))
      await step(() => ask('PATCH', '/pulls/1', { state: 'closed' }), pull('closed'))
      await step(() => ask('PATCH', '/pulls/1', { state: 'open' }), pull('reopened'))
      await step(
        () =>
          eventually(
            () => ask('POST', '/pulls/1/merge', { Do: 'merge' }),
            ({ status }) => status !== 405,
          ),
        pull('closed', undefined, true),
      )

      expect((await hooked.received(expected.length)).map(told)).toEqual(expected)
    })
  })
}
