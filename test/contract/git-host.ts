import { beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { buildTree, type FileContent, fileObject } from '../../src/git/build-tree.ts'
import { type CommitSha, isCommitSha, type ObjectId } from '../../src/git/commit.ts'
import type { Repository } from '../../src/git/repository.ts'
import type { CommitStatus } from '../../src/githost/feedback.ts'
import type { BlobRequest, GitHost } from '../../src/githost/git-host.ts'
import { createObjectCache } from '../../src/githost/object-cache.ts'
import { openSourceTree } from '../../src/githost/source-tree.ts'

export type Files = { readonly [path: string]: FileContent }
export type Changes = { readonly [path: string]: FileContent | null }

/** A repository that a test may write, by whatever means its host has. */
export interface WritableRepository {
  readonly host: GitHost
  readonly repository: Repository
  /** On top of the branch; a new branch starts at the tip of `main`. */
  commit(branch: string, changes: Changes): Promise<CommitSha>
  /** Annotated when a message is given. */
  tag(name: string, target: ObjectId, message?: string): Promise<ObjectId>
  forcePush(branch: string, commit: CommitSha): Promise<void>
  deleteBranch(branch: string): Promise<void>
  rename(name: string): Promise<void>
  /** The same host seen by somebody who may only read what is public, or with a token that is no token. */
  hostAs(who: 'reader' | 'nobody'): Promise<GitHost>
}

export interface GitHostSubject {
  readonly name: string
  create(name: string, options?: { readonly private?: boolean }): Promise<WritableRepository>
  /** What it cannot do, with the reason that a skipped case shows. */
  readonly lacks: Readonly<Partial<Record<Ability, string>>>
}

export type Ability = 'refs' | 'submodules' | 'accounts' | 'statuses'

const lfs = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 3\n`
const module = '1'.repeat(40) as ObjectId
const files: Files = {
  'apps/web/a.yaml': 'a: 1\n',
  'apps/web/run.sh': { executable: '#!/bin/sh\n' },
  'apps/link.yaml': { symlink: 'web/a.yaml' },
  'apps/out': { symlink: '../../etc/passwd' },
  'apps/loop': { symlink: 'loop' },
  'same/1.yaml': 'same: 1\n',
  'same/2.yaml': 'same: 1\n',
  'odd/ü ö.yaml': 'u: ü\n',
  'odd/#1?&%41+.yaml': 'hash: 1\n',
  'odd/__proto__': 'proto: 1\n',
  'odd/a.b': 'x\n',
  'odd/a/b': 'x\n',
  'odd/a-b': 'x\n',
  'empty.yaml': '',
  'binary.bin': new Uint8Array([0, 255, 1, 254, 10]),
  'lfs.yaml': lfs,
}
const submodule: Files = { module: { submodule: module } }
const many = Object.fromEntries(
  Array.from({ length: 1205 }, (_, index) => [`many/f${index}.yaml`, `f: ${index}\n`]),
)

function builtFrom(content: Files) {
  return buildTree(
    Object.entries(content).map(([path, file]) => {
      const { mode, id, bytes } = fileObject(file)
      return { path, mode, id, ...(bytes && { size: bytes.length }) }
    }),
  )
}

/** What every Git host reads alike. */
export function gitHostReads(subject: GitHostSubject): void {
  const needs = (context: TestContext, ability: Ability) => {
    const reason = subject.lacks[ability]
    if (reason !== undefined) context.skip(reason)
  }

  describe(`${subject.name}, read`, () => {
    const all = { ...files, ...(subject.lacks.submodules === undefined ? submodule : {}), ...many }
    const built = builtFrom(all)
    let target: WritableRepository
    let main: CommitSha

    beforeAll(async () => {
      target = await subject.create('reads')
      main = await target.commit('main', all)
    })

    const resolve = (revision: string) => target.host.resolve(target.repository, revision)
    const entriesAt = async (path: string) => {
      const names = path.split('/').filter((name) => name !== '')
      let entries = await target.host.listTree(
        target.repository,
        await target.host.rootTree(target.repository, main),
      )
      for (const name of names) {
        const found = entries.find((entry) => entry.name === name)
        if (found === undefined) throw new Error(`no ${path}`)
        entries = await target.host.listTree(target.repository, found.id)
      }
      return entries
    }
    const builtAt = (path: string) => {
      const names = path.split('/').filter((name) => name !== '')
      let entries = built.trees.get(built.root)
      for (const name of names) {
        const found = entries?.find((entry) => entry.name === name)
        entries = found && built.trees.get(found.id)
      }
      return entries ?? []
    }
    const treeAt = (path: string) => {
      const found = builtAt(path.replace(/\/?[^/]*$/, '')).find(({ name }) => path.endsWith(name))
      if (found === undefined) throw new Error(`no ${path}`)
      return found
    }
    const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1)
    const wanted = (path: string): BlobRequest => ({ id: fileObject(all[path] ?? '').id, commit: main, path })
    const readBlobs = (paths: readonly string[]) =>
      target.host.readBlobs(target.repository, paths.map(wanted))
    const openTree = () =>
      openSourceTree(target.host, { repository: target.repository, sha: main }, createObjectCache())

    test('the default branch resolves to its tip', async () => {
      expect(await resolve('HEAD')).toBe(main)
      expect(await resolve('')).toBe(main)
      expect(isCommitSha(main)).toBe(true)
    })

    test('branches, full refs, full and shortened ids resolve to commits', async (context) => {
      needs(context, 'refs')
      const topic = await target.commit('feature/x', { 'new.yaml': 'n: 1\n' })
      await target.commit('feature/xy', { 'new.yaml': 'n: 2\n' })

      expect(await resolve('main')).toBe(main)
      expect(await resolve('refs/heads/main')).toBe(main)
      for (const revision of ['feature/x', topic, topic.toUpperCase(), topic.slice(0, 12)]) {
        expect(await resolve(revision)).toBe(topic)
      }
    })

    test('tags resolve to the commits they end at', async (context) => {
      needs(context, 'refs')
      await target.tag('light', main)
      const annotated = await target.tag('v1', main, 'one')
      await target.tag('nested', annotated, 'tag of a tag')

      expect(annotated).not.toBe(main)
      for (const revision of ['light', 'v1', 'refs/tags/v1', 'nested', annotated]) {
        expect(await resolve(revision)).toBe(main)
      }
    })

    test('a branch goes before a tag of its name, unless the ref is written out', async (context) => {
      needs(context, 'refs')
      const tip = await target.commit('both', { 'both.yaml': 'b: 1\n' })
      await target.tag('both', main)

      expect(await resolve('both')).toBe(tip)
      expect(await resolve('refs/tags/both')).toBe(main)
    })

    test.for([
      ['nothing', 'not-found'],
      ['featur', 'not-found'],
      ['refs/heads/nothing', 'not-found'],
      ['0000000000000000000000000000000000000001', 'not-found'],
      ['abcdef1', 'not-found'],
      ['v1.*', 'unsupported'],
      ['^1.2', 'unsupported'],
      ['a..b', 'refused'],
      ['../../x', 'refused'],
      ['a\nb', 'refused'],
    ] as const)('%j does not resolve: %s', async ([revision, code], context) => {
      needs(context, 'refs')

      await expect(resolve(revision)).rejects.toMatchObject({ code, turn: 'author', retryable: false })
    })

    test('a branch that moved by force, or is gone, resolves as it is now', async (context) => {
      needs(context, 'refs')
      await target.commit('moving', { 'm.yaml': 'm: 1\n' })
      await target.forcePush('moving', main)
      expect(await resolve('moving')).toBe(main)

      await target.deleteBranch('moving')
      await expect(resolve('moving')).rejects.toMatchObject({ code: 'not-found' })
    })

    test('an empty repository and a missing one have no commits', async (context) => {
      needs(context, 'refs')
      const empty = await subject.create('empty')
      const nowhere = { ...target.repository, name: 'nowhere' }

      await expect(empty.host.resolve(empty.repository, 'HEAD')).rejects.toMatchObject({ code: 'not-found' })
      await expect(empty.host.resolve(empty.repository, 'main')).rejects.toThrow(/is empty/)
      await expect(target.host.resolve(nowhere, 'main')).rejects.toMatchObject({ code: 'not-found' })
      await expect(target.host.rootTree(nowhere, main)).rejects.toMatchObject({ code: 'not-found' })
    })

    test.for(['..', '.', '', 'a/b'])('a repository named %j is refused unasked', async (name, context) => {
      needs(context, 'refs')
      const hostile = { ...target.repository, name }

      await expect(target.host.resolve(hostile, 'main')).rejects.toMatchObject({ code: 'refused' })
    })

    test('the root tree has the id that git gives it', async () => {
      expect(await target.host.rootTree(target.repository, main)).toBe(built.root)
    })

    test.for(['', 'apps', 'odd', 'many'])('every entry of the directory %j comes, once', async (path) => {
      const entries = (await entriesAt(path)).map(({ name, kind, id }) => `${kind} ${id} ${name}`)

      expect(entries.length).toBeGreaterThan(2)
      expect(entries.toSorted()).toEqual(
        builtAt(path)
          .map(({ name, kind, id }) => `${kind} ${id} ${name}`)
          .toSorted(),
      )
    })

    test('all directories at once are the same as one by one', async () => {
      const below = await target.host.listTreesBelow?.(target.repository, built.root)

      for (const path of below === undefined ? [] : ['', 'apps', 'apps/web', 'odd', 'many']) {
        const entries = await entriesAt(path)
        const { id } = path === '' ? { id: built.root } : treeAt(path)
        expect(below?.get(id)?.toSorted(byName)).toEqual(entries.toSorted(byName))
      }
    })

    test('files come with their sizes', async () => {
      const sizes = new Map((await entriesAt('')).map((entry) => [entry.name, entry.size]))

      expect(sizes.get('binary.bin')).toBe(5)
      expect(sizes.get('empty.yaml')).toBe(0)
      expect(sizes.get('apps')).toBeUndefined()
    })

    test.for([
      ['one', ['empty.yaml']],
      ['four', ['binary.bin', 'lfs.yaml', 'apps/link.yaml', 'empty.yaml']],
      ['more than a few, of every kind', Object.keys(files)],
      ['more than a batch', Object.keys(many).slice(0, 65)],
    ] as const)('blobs are read byte by byte: %s', async ([, paths]) => {
      const blobs = await readBlobs(paths)

      for (const path of paths) {
        const { id, bytes } = fileObject(all[path] ?? '')
        expect(blobs.get(id)).toEqual(bytes)
      }
      expect(blobs.size).toBe(new Set(paths.map((path) => wanted(path).id)).size)
    })

    test('no blobs cost nothing', async () => {
      expect(await readBlobs([])).toEqual(new Map())
    })

    test('objects that are not there are errors, never empty', async () => {
      const id = '0000000000000000000000000000000000000001' as ObjectId
      const absent = { retryable: expect.any(Boolean), name: 'GitHostError' }

      await expect(target.host.listTree(target.repository, id)).rejects.toMatchObject(absent)
      await expect(target.host.rootTree(target.repository, id as CommitSha)).rejects.toMatchObject(absent)
      await expect(
        target.host.readBlobs(target.repository, [{ id, commit: main, path: 'apps/web/a.yaml' }]),
      ).rejects.toMatchObject(absent)
    })

    test('a source tree reads through symlinks and refuses what leaves', async () => {
      const tree = await openTree()
      await tree.prefetch(['apps/web/a.yaml', 'same/1.yaml', 'same/2.yaml', 'nothing'])

      expect(await tree.read('apps/link.yaml')).toEqual(await tree.read('apps/web/a.yaml'))
      expect((await tree.read('odd/#1?&%41+.yaml')).text).toBe('hash: 1\n')
      expect((await tree.read('many/f1204.yaml')).text).toBe('f: 1204\n')
      for (const [path, code] of [
        ['apps/out', 'symlink-leaves'],
        ['apps/loop', 'symlink-loop'],
        ['lfs.yaml', 'lfs-pointer'],
        ['binary.bin', 'not-utf8'],
        ['nothing', 'missing'],
      ] as const) {
        await expect(tree.read(path)).rejects.toMatchObject({ code, subject: { file: path } })
      }
    })

    test('a submodule is refused by name', async (context) => {
      needs(context, 'submodules')
      const tree = await openTree()

      expect(await tree.lookup('module')).toMatchObject({ kind: 'submodule', id: module })
      await expect(tree.read('module/a.yaml')).rejects.toMatchObject({ code: 'submodule' })
    })

    test('who may not see a repository is told that it is not there', async (context) => {
      needs(context, 'accounts')
      const hidden = await subject.create('hidden', { private: true })
      const sha = await hidden.commit('main', { a: '1' })
      const reader = await hidden.hostAs('reader')

      await expect(hidden.host.resolve(hidden.repository, 'main')).resolves.toBe(sha)
      await expect(reader.resolve(hidden.repository, 'main')).rejects.toMatchObject({ code: 'not-found' })
    })

    test("a token that is none is the operator's to mend, and is not shown", async (context) => {
      needs(context, 'accounts')
      const nobody = await target.hostAs('nobody')
      const error = await nobody.resolve(target.repository, 'main').catch((thrown: unknown) => thrown)

      expect(error).toMatchObject({ code: 'unauthorized', turn: 'operator' })
      expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toContain('no-token-at-all')
    })

    test('a renamed repository is still read under its old name', async (context) => {
      needs(context, 'accounts')
      const old = await subject.create('old-name')
      const sha = await old.commit('main', { 'a.yaml': 'a: 1\n' })
      await old.rename('new-name')

      expect(await old.host.resolve(old.repository, 'main')).toBe(sha)
      expect(await old.host.rootTree(old.repository, sha)).toBe(builtFrom({ 'a.yaml': 'a: 1\n' }).root)
    })
  })
}

/** What every Git host with commit statuses does alike. */
export function gitHostFeedback(subject: GitHostSubject): void {
  describe(`${subject.name}, feedback`, () => {
    const status: CommitStatus = {
      context: 'plumbline/sync',
      state: 'pending',
      description: 'Waiting for wave 1',
    }
    let target: WritableRepository
    let count = 0

    beforeAll(async () => {
      target = await subject.create('feedback')
    })

    /** A commit of its own for each case. */
    const onCommit = async () => {
      count += 1
      const commit = await target.commit('main', { 'a.yaml': `a: ${count}\n` })
      const { feedback } = target.host
      if (feedback === undefined) throw new Error(`${subject.name} has no feedback`)
      return {
        ensure: (wanted: CommitStatus) => feedback.ensureStatus(target.repository, commit, wanted),
        statuses: () => feedback.statuses(target.repository, commit),
      }
    }

    test('a commit has no statuses until one is written', async () => {
      const { statuses } = await onCommit()

      expect(await statuses()).toEqual([])
    })

    test('a status is written only when it changes', async () => {
      const { ensure, statuses } = await onCommit()

      expect(await ensure(status)).toBe('written')
      expect(await ensure(status)).toBe('same')
      expect(await ensure({ ...status, state: 'success' })).toBe('written')
      expect(await ensure({ ...status, state: 'success', description: 'Synced' })).toBe('written')
      expect(await ensure({ ...status, state: 'success', description: 'Synced' })).toBe('same')
      expect(await statuses()).toEqual([{ ...status, state: 'success', description: 'Synced' }])
    })

    test.for(['pending', 'success', 'failure', 'error'] as const)(
      'the state %s comes back',
      async (state) => {
        const { ensure, statuses } = await onCommit()
        await ensure({ ...status, state })

        expect(await statuses()).toEqual([{ ...status, state }])
      },
    )

    test('contexts stand side by side, also more of them than a page holds', async () => {
      const { ensure, statuses } = await onCommit()
      const contexts = Array.from({ length: 55 }, (_, index) => `plumbline/sync: prod/app${index}`)
      for (const context of contexts) await ensure({ ...status, context })

      expect((await statuses()).map(({ context }) => context).toSorted()).toEqual(contexts.toSorted())
      expect(await ensure({ ...status, context: contexts[0] ?? '' })).toBe('same')
    })

    test('texts come back as they were written, a target with them', async () => {
      const { ensure, statuses } = await onCommit()
      const told = {
        ...status,
        description: `ü <b>&amp; ${'x'.repeat(126)}`,
        targetUrl: 'https://plumbline.test/a?b=c&d',
      }

      expect(told.description.length).toBeLessThanOrEqual(140)
      expect(await ensure(told)).toBe('written')
      expect(await statuses()).toEqual([told])
      expect(await ensure({ ...told, targetUrl: 'https://plumbline.test/b' })).toBe('written')
    })

    test('a text that differs in outer blanks alone is the same', async () => {
      const { ensure } = await onCommit()
      await ensure({ ...status, description: 'Synced ' })

      expect(await ensure({ ...status, description: ' Synced' })).toBe('same')
    })

    test('the parent of a commit is the one before it', async () => {
      const made = await subject.create('parents')
      const first = await made.commit('main', { 'a.yaml': 'a: 1' })
      const second = await made.commit('main', { 'a.yaml': 'a: 2' })

      expect(await made.host.feedback?.parents(made.repository, second)).toEqual([first])
    })

    test('a commit that is not there takes no status', async () => {
      const nowhere = '0000000000000000000000000000000000000001' as CommitSha

      await expect(
        target.host.feedback?.ensureStatus(target.repository, nowhere, status),
      ).rejects.toMatchObject({
        code: 'not-found',
      })
    })

    test('who may only read is told so', async () => {
      const commit = await target.commit('main', { 'a.yaml': 'reader\n' })
      const reader = await target.hostAs('reader')

      await expect(reader.feedback?.ensureStatus(target.repository, commit, status)).rejects.toMatchObject({
        code: 'forbidden',
        turn: 'operator',
      })
    })
  })
}
