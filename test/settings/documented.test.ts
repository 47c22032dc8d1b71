import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSettings } from '../../src/settings/parse-settings.ts'

const page = readFileSync(new URL('../../docs/github.md', import.meta.url), 'utf8')
const [, written = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? []

test('the settings of docs/github.md are settings, for an App on github.com that first only observes', () => {
  expect(parseSettings(written, 'docs/github.md')).toMatchObject({
    hosts: [
      { kind: 'github', address: 'https://github.com', app: { id: '123456' }, repositories: ['acme/config'] },
    ],
    roots: [{ mode: 'observe' }],
  })
})

test('with the token in place of the App, as the comment in them says, they are too', () => {
  const withToken = written.replace(/^ +app:\n.*\n.*\n/m, '').replace('# token:', 'token:')

  expect(parseSettings(withToken, 'docs/github.md').hosts).toMatchObject([
    { kind: 'github', token: { env: 'GITHUB_TOKEN' } },
  ])
})

test('the manifest of the App asks for what docs/github.md says', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../docs/github-app.json', import.meta.url), 'utf8'))

  expect(manifest.default_events).toEqual(['push', 'pull_request', 'issue_comment', 'merge_group'])
  expect(manifest.hook_attributes.url).toMatch(/\/webhooks\/github$/)
  expect(manifest.default_permissions).toEqual({
    metadata: 'read',
    contents: 'read',
    statuses: 'write',
    pull_requests: 'write',
    issues: 'read',
    merge_queues: 'read',
  })
})
