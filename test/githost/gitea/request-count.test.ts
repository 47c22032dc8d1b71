import { expect, test } from 'vitest'
import type { ObjectId } from '../../../src/git/commit.ts'
import { createObjectCache } from '../../../src/githost/object-cache.ts'
import { openSourceTree } from '../../../src/githost/source-tree.ts'
import { answer, aRig, numbered, repository } from './gitea-on-sandbox.ts'

test('resolving costs what the table in gitea-host.ts says', async () => {
  const { sandbox, host, commit, cost } = aRig()
  sandbox.tag('ada/config', 'light', commit)
  sandbox.tag('ada/config', 'annotated', commit, 'text')
  const resolving = (revision: string) => cost(() => host.resolve(repository, revision))

  expect(await resolving(commit)).toBe(1)
  expect(await resolving('HEAD')).toBe(1)
  expect(await resolving('main')).toBe(1)
  expect(await resolving('light')).toBe(2)
  expect(await resolving('annotated')).toBe(3)
  expect(await resolving('refs/tags/light')).toBe(1)
  expect(await resolving('refs/tags/annotated')).toBe(2)
  expect(await resolving(commit.slice(0, 10))).toBe(3)
})

test.each([
  [1, 1],
  [1000, 1],
  [1001, 2],
  [2500, 3],
])('a directory of %i entries costs %i requests', async (entries, requests) => {
  const { host, commit, cost } = aRig(numbered(entries))
  const root = await host.rootTree(repository, commit)
  const [directory] = await host.listTree(repository, root)
  if (directory === undefined) throw new Error('the root is empty')

  expect(await cost(() => host.listTree(repository, directory.id))).toBe(requests)
})

test('the root tree that was just read is listed for nothing', async () => {
  const { host, commit, cost } = aRig()
  let root: ObjectId | undefined

  expect(await cost(async () => (root = await host.rootTree(repository, commit)))).toBe(1)
  expect(await cost(() => host.listTree(repository, root as ObjectId))).toBe(0)
})

test.each([
  [0, 0],
  [1, 1],
  [4, 4],
  [5, 1],
  [30, 1],
  [31, 2],
  [100, 4],
])('%i blobs cost %i requests', async (count, requests) => {
  const rig = aRig(numbered(100))
  const wanted = await rig.blobs(Object.keys(numbered(count)))

  expect(await rig.cost(() => rig.host.readBlobs(repository, wanted))).toBe(requests)
})

test('equal blobs are read once, and a symlink in a batch costs one more', async () => {
  const rig = aRig({ ...numbered(6), 'many/same.yaml': 'f: 0\n', 'many/link': { symlink: 'f1.yaml' } })
  const wanted = await rig.blobs([...Object.keys(numbered(6)), 'many/same.yaml', 'many/link'])

  expect(await rig.cost(() => rig.host.readBlobs(repository, wanted))).toBe(2)
})

test('a host without batches is read blob by blob', async () => {
  const rig = aRig(numbered(12))
  rig.sandbox.intercept((request, next) =>
    request.url.includes('/file-contents') ? Promise.resolve(answer('404 page not found', 404)) : next(),
  )
  const wanted = await rig.blobs(Object.keys(numbered(12)))

  expect((await rig.host.readBlobs(repository, wanted)).size).toBe(12)
})

test('a host that answers fewer than it was asked for is asked for the rest', async () => {
  const rig = aRig(numbered(20))
  rig.sandbox.intercept(async (request, next) => {
    const response = await next()
    if (!request.url.includes('/file-contents')) return response
    return answer(JSON.stringify((await response.json()).slice(0, 7)))
  })
  const wanted = await rig.blobs(Object.keys(numbered(20)))

  expect(await rig.cost(() => rig.host.readBlobs(repository, wanted))).toBe(3)
})

test('a status costs one request when it is the same, and two when it is written', async () => {
  const { host, commit, cost } = aRig()
  const ensure = () =>
    host.feedback?.ensureStatus(repository, commit, { context: 'c', state: 'success', description: 'd' }) ??
    Promise.reject(new Error('no feedback'))

  expect(await cost(ensure)).toBe(2)
  expect(await cost(ensure)).toBe(1)
})

test('the open pull requests cost a request for each 50 and one more, the rest of them one each', async () => {
  const { sandbox, host, cost } = aRig()
  sandbox.commit('ada/config', 'topic', { files: { new: '1' }, message: 'change' })
  const { pullRequests } = host
  if (pullRequests === undefined) throw new Error('no pull requests')
  const listing = () => cost(() => pullRequests.open(repository))

  expect(await listing()).toBe(1)
  for (let at = 0; at < 51; at += 1) sandbox.openPullRequest('ada/config', { head: 'topic' })
  expect(await listing()).toBe(3)
  expect(await cost(() => pullRequests.get(repository, 1))).toBe(1)
  expect(await cost(() => pullRequests.comments(repository, 1))).toBe(1)
  expect(await cost(() => pullRequests.mayWrite(repository, 'ada'))).toBe(1)
})

test('a merge base that is none of the base branch is asked for again, not believed', async () => {
  const { sandbox, host, commit, cost } = aRig()
  const second = sandbox.commit('ada/config', 'main', { files: { second: '1' }, message: 'second' })
  sandbox.commit('ada/config', 'topic', { files: { new: '1' }, message: 'change' })
  const number = sandbox.openPullRequest('ada/config', { head: 'topic' })
  sandbox.forcePush('ada/config', 'main', commit)
  expect(await host.pullRequests?.get(repository, number)).toMatchObject({ mergeBase: commit })
  const settled = async (next: () => Promise<Response>) => {
    const pull = await (await next()).json()
    return answer(JSON.stringify({ ...pull, merge_base: second }))
  }
  sandbox.intercept((request, next) => (request.url.endsWith(`/pulls/${number}`) ? settled(next) : next()))

  const asking = Promise.resolve(host.pullRequests?.get(repository, number))
  await expect(asking).rejects.toMatchObject({ code: 'unavailable', retryable: true })
  sandbox.intercept(undefined)
  sandbox.commit('ada/config', 'main', { files: { third: '1' }, message: 'third' })
  expect(await cost(async () => host.pullRequests?.get(repository, number))).toBe(2)
})

test('a host whose pages are shorter than asked for still lists all open pull requests', async () => {
  const { sandbox, host } = aRig()
  sandbox.commit('ada/config', 'topic', { files: { new: '1' }, message: 'change' })
  for (let at = 0; at < 25; at += 1) sandbox.openPullRequest('ada/config', { head: 'topic' })
  const all = await (
    await sandbox.fetch(new Request('http://git.sandbox/api/v1/repos/ada/config/pulls?limit=50'))
  ).json()
  sandbox.intercept(async (request) => {
    const page = Number(new URL(request.url).searchParams.get('page'))
    return answer(JSON.stringify(all.slice(10 * (page - 1), 10 * page)))
  })

  expect(await host.pullRequests?.open(repository)).toHaveLength(25)
})

test('a second commit costs the directories that changed and the files that changed', async () => {
  const { sandbox, host, commit, cost } = aRig({
    ...numbered(40, 'a'),
    ...numbered(40, 'b'),
    'c/d/e.yaml': 'e: 1\n',
  })
  const cache = createObjectCache()
  const readAll = async (sha: typeof commit) => {
    const tree = await openSourceTree(host, { repository, sha }, cache)
    const paths = [...Object.keys(numbered(40, 'a')), 'c/d/e.yaml']
    await tree.prefetch(paths)
    for (const path of paths) await tree.read(path)
  }
  const cold = await cost(() => readAll(commit))
  const next = sandbox.commit('ada/config', 'main', { files: { 'c/d/e.yaml': 'e: 2\n' }, message: 'bump' })

  expect(cold).toBe(1 + 3 + 2)
  expect(await cost(() => readAll(commit))).toBe(0)
  expect(await cost(() => readAll(next))).toBe(1 + 2 + 1)
})

test('no more than 8 requests are in flight', async () => {
  const rig = aRig(numbered(40))
  let running = 0
  let most = 0
  rig.sandbox.intercept(async (request, next) => {
    if (request.url.includes('/file-contents')) return answer('', 404)
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return next()
  })
  await rig.host.readBlobs(repository, await rig.blobs(Object.keys(numbered(40))))

  expect(most).toBe(8)
})
