import { beforeAll, describe, expect, test } from 'vitest'
import type { GitHost } from '../../src/githost/git-host.ts'
import type { HostSetup } from '../../src/githost/host-setup.ts'
import type { DialectSubject, RawRepository } from './git-host-dialect.ts'

export interface SetupSubject extends DialectSubject {
  /** An adapter of the owner whose token has these scopes alone. */
  hostWith(scopes: readonly string[]): Promise<GitHost>
}

/** What a Gitea tells of how it is set up for us. */
export function giteaSetup(subject: SetupSubject): void {
  describe(`${subject.name}, set-up`, () => {
    let raw: RawRepository

    beforeAll(async () => {
      raw = await subject.createRaw('set-up')
      await raw.commit('main', { 'a.yaml': 'a: 1\n' })
    })

    const accessWith = async (...scopes: readonly string[]) =>
      setupOf(await subject.hostWith(scopes)).access(raw.repository)

    test('the owner may write statuses and comments, a reader comments alone', async () => {
      const reader = await raw.hostAs('reader')

      expect(await setupOf(raw.host).access(raw.repository)).toEqual({ statuses: 'yes', comments: 'yes' })
      expect(await setupOf(reader).access(raw.repository)).toEqual({ statuses: 'no', comments: 'yes' })
    })

    test('a token may do less than its account', async () => {
      expect(await accessWith('read:repository')).toEqual({ statuses: 'no', comments: 'no' })
      expect(await accessWith('write:repository')).toEqual({ statuses: 'yes', comments: 'no' })
      expect(await accessWith('write:repository', 'write:issue')).toEqual({
        statuses: 'yes',
        comments: 'yes',
      })
    })

    test('who asks is told to whom may read users, and refused to others', async () => {
      const may = await subject.hostWith(['read:user'])
      const mayNot = await subject.hostWith(['write:repository'])

      expect(await may.pullRequests?.self()).toBe(raw.repository.owner)
      await expect(mayNot.pullRequests?.self()).rejects.toMatchObject({ code: 'forbidden' })
    })

    test('webhooks are listed with what they lack, and their secrets are not', async () => {
      const config = { url: raw.hookUrl, content_type: 'json', secret: 'canary-hook-secret' }
      const events = ['push', 'create', 'delete', 'pull_request', 'issue_comment']
      await raw.request('POST', '/hooks', { type: 'gitea', active: true, events, config })
      const other = { ...config, content_type: 'form' }
      const less = {
        type: 'gitea',
        active: false,
        branch_filter: 'release/*',
        events: ['push'],
        config: other,
      }
      await raw.request('POST', '/hooks', less)

      const listed = await setupOf(raw.host).webhooks(raw.repository)

      expect(listed).toEqual([
        { url: raw.hookUrl, active: true, missingEvents: [], isJson: true },
        {
          url: raw.hookUrl,
          active: false,
          missingEvents: ['delete', 'pull_request', 'pull_request_sync', 'pull_request_comment'],
          isJson: false,
          branches: 'release/*',
        },
      ])
      expect(JSON.stringify(listed)).not.toContain('canary')
    })

    test('who does not administer the repository is not told its webhooks', async () => {
      const reader = await raw.hostAs('reader')

      expect(await setupOf(reader).webhooks(raw.repository)).toBeUndefined()
    })
  })
}

function setupOf({ setup }: GitHost): HostSetup {
  if (setup === undefined) throw new Error('the adapter tells nothing of its set-up')
  return setup
}
