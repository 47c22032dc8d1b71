import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { currentPage } from '../../docs/settings-page.mjs'
import { parseYamlValue } from '../../src/kube/yaml.ts'
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

test('docs/settings.md is what the schema says; `npm run docs` writes it', () => {
  expect(readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')).toBe(currentPage())
})

test('the settings of docs/github.md and of the README are of the schema', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, example = ''] = /<<SETTINGS\n([\s\S]*?)^SETTINGS$/m.exec(readme) ?? []
  const inReadme = example
    .replace('\\$', '$')
    .replace('$GIT_KIND', 'gitea')
    .replaceAll('$GIT_URL', 'https://git.example.com')
    .replaceAll('$GIT_REPOSITORY', 'platform/config')
  const isOfSchema = new Ajv({ allowUnionTypes: true, strictRequired: false }).compile(
    JSON.parse(readFileSync(new URL('../../settings.schema.json', import.meta.url), 'utf8')),
  )

  for (const text of [written, inReadme]) {
    isOfSchema(parseYamlValue(text, { file: 'settings.yaml' }).value)

    expect(isOfSchema.errors).toBe(null)
    expect(text).toMatch(
      /^# yaml-language-server: \$schema=(node_modules\/plumbline\/)?settings\.schema\.json$/m,
    )
  }
})
