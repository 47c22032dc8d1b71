import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { receiveGitea } from '../../src/webhook/gitea.ts'
import { sign } from '../support/sign.ts'

const folder = new URL('../../fixtures/webhooks/gitea/', import.meta.url)
const host = { name: 'forge', secrets: ['s3cret'], permits: () => true }

function receive(file: string, event: string) {
  const body = new Uint8Array(readFileSync(new URL(`${file}.json`, folder)))
  const headers = new Headers({
    'content-type': 'application/json',
    'x-gitea-event': event,
    'x-gitea-delivery': 'd-1',
    'x-gitea-signature': sign('s3cret', body),
  })
  return receiveGitea({ headers, body }, [host])
}

const old = 'dd4c9b508c977c9e73002c5680d43e432590d5ad'
const back = '2926d678c7d1f3574e5ea92dda1af681a468beab'
const main = '43685334286b9462000966b660b4dad9b14d6a8d'

test.each([
  [
    'push-seven-commits',
    'push',
    'refs/heads/main',
    { before: 'b3a0de99822a78cf187b23314aa3eec84404a7cf', after: old },
  ],
  ['push-moved-back', 'push', 'refs/heads/main', { before: old, after: back, forced: true }],
  ['push-branch', 'push', 'refs/heads/main', { before: back, after: main }],
  ['push-new-branch', 'push', 'refs/heads/neu', { after: main }],
  ['delete-branch', 'delete', 'refs/heads/neu', {}],
  ['push-new-tag', 'push', 'refs/tags/t1', { after: main }],
  ['push-deleted-tag', 'push', 'refs/tags/t1', { before: main }],
  ['delete-tag', 'delete', 'refs/tags/t1', {}],
  ['push-annotated-tag', 'push', 'refs/tags/t2', { after: 'bf004fafc1bf01318bec1178a859ed08eb885006' }],
])('what Gitea 1.26 sent as %s is a trigger', (file, event, ref, ids) => {
  const repository = { host: 'forge', owner: 'admin', name: 'conf' }

  expect(receive(file, event)).toEqual({
    kind: 'trigger',
    trigger: { kind: 'push', host: 'forge', repository, ref, deliveryId: 'd-1', ...ids },
  })
})

test.each([
  ['test-delivery', 'push', /nothing moved/],
  ['create-branch', 'create', /told by its push/],
])('what Gitea 1.26 sent as %s is ignored', (file, event, reason) => {
  expect(receive(file, event)).toMatchObject({ kind: 'ignored', reason: expect.stringMatching(reason) })
})

test.each([
  'pull-opened',
  'pull-synchronized',
  'pull-ready',
  'pull-base-edited',
  'pull-closed',
  'pull-reopened',
  'pull-merged',
])('what Gitea 1.26 sent as %s asks for another look at that pull request', (file) => {
  const repository = { host: 'forge', owner: 'ada', name: 'conf' }

  expect(receive(file, 'pull_request')).toEqual({
    kind: 'trigger',
    trigger: { kind: 'pullRequest', host: 'forge', repository, number: 1, deliveryId: 'd-1' },
  })
})

test('what Gitea 1.26 sent as comment-created is a command on the head that it was written about', () => {
  expect(receive('comment-created', 'issue_comment')).toEqual({
    kind: 'trigger',
    trigger: {
      kind: 'comment',
      host: 'forge',
      repository: { host: 'forge', owner: 'ada', name: 'conf' },
      number: 1,
      commentId: expect.any(Number),
      author: 'ada',
      command: { kind: 'plan' },
      head: expect.stringMatching(/^[0-9a-f]{40}$/),
      deliveryId: 'd-1',
    },
  })
})

test.each([
  ['pull-text-edited', 'pull_request', /description/],
  ['pull-labelled', 'pull_request', /"label_updated" changes no plan/],
  ['pull-reviewed', 'pull_request_comment', /means nothing/],
  ['comment-edited', 'issue_comment', /only a new comment/],
  ['comment-deleted', 'issue_comment', /only a new comment/],
  ['comment-on-issue', 'issue_comment', /on no pull request/],
])('what Gitea 1.26 sent as %s is ignored with its reason', (file, event, reason) => {
  expect(receive(file, event)).toMatchObject({ kind: 'ignored', reason: expect.stringMatching(reason) })
})

test('a hook that sends forms is told what to change', () => {
  const body = new TextEncoder().encode('payload=%7B%7D')
  const headers = new Headers({
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    'x-gitea-event': 'push',
    'x-gitea-signature': sign('s3cret', new TextEncoder().encode('{}')),
  })

  expect(receiveGitea({ headers, body }, [host])).toMatchObject({
    status: 400,
    reason: expect.stringMatching(/json/),
  })
})
