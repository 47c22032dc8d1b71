import { describe, expect, test } from 'vitest'
import { createSandboxGitHost } from '../../src/sandbox/git-host/sandbox-git-host.ts'
import { openDescription } from './github-description.ts'

const description = openDescription()
const absent = 'the description of GitHub’s API is not installed: npm ci --prefix test/openapi'

const users = [
  { login: 'ada', token: 'ada-token' },
  { login: 'bob', token: 'bob-token' },
]

function aGithub() {
  const app = { id: '12', slug: 'plumbline', owners: ['ada'], verify: () => true }
  const now = () => 1_700_000_000_000
  const sandbox = createSandboxGitHost({ baseUrl: 'https://github.com', dialect: 'github', users, app, now })
  sandbox.createRepository({ owner: 'ada', name: 'config' })
  return sandbox
}

const claims = { iss: '12', iat: 1_699_999_970, exp: 1_700_000_570 }
const jwt = `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.x`
const nowhere = '1'.repeat(40)

describe.skipIf(description === undefined)(description === undefined ? absent : 'the GitHub dialect', () => {
  test('each answer is as GitHub describes it', async () => {
    if (description === undefined) throw new Error(absent)
    const sandbox = aGithub()
    const problems: string[] = []
    const seen = new Set<string>()
    const ask = async (method: string, path: string, body?: object, token = 'ada-token') => {
      const authorization = token === '' ? {} : { authorization: `bearer ${token}` }
      const init = { method, headers: authorization, ...(body && { body: JSON.stringify(body) }) }
      const response = await sandbox.fetch(new Request(`https://api.github.com${path}`, init))
      const text = await response.text()
      const answer: unknown = text === '' ? undefined : JSON.parse(text)
      const [plain = ''] = path.split('?')
      const operation =
        description.operationOf(method, plain) ?? `nothing is described for ${method} ${plain}`
      seen.add(operation)
      problems.push(...description.problems(operation, response.status, answer))
      return answer as {
        readonly id: number
        readonly number: number
        readonly tree: { readonly sha: string }
      }
    }
    const repo = '/repos/ada/config'
    await ask('GET', `${repo}/commits/HEAD`)
    const files = { 'a.yaml': 'a: 1\n', 'b/c': { symlink: '../a.yaml' }, 'b/m': { submodule: nowhere } }
    const commit = sandbox.commit('ada/config', 'main', { files: files as never, message: 'first' })
    const tag = sandbox.tag('ada/config', 'v1', commit, 'one')
    sandbox.commit('ada/config', 'feature/x', { files: { x: '1' }, message: 'topic' })
    const blob = sandbox
      .repository('ada/config')
      .flatten(sandbox.repository('ada/config').readCommit(commit).tree)

    await ask('GET', repo)
    await ask('GET', '/repos/ada/nothing')
    for (const ref of ['HEAD', 'heads/feature/x', commit, nowhere]) await ask('GET', `${repo}/commits/${ref}`)
    const { tree } = await ask('GET', `${repo}/git/commits/${commit}`)
    await ask('GET', `${repo}/git/commits/${nowhere}`)
    await ask('GET', `${repo}/git/tags/${tag}`)
    await ask('GET', `${repo}/git/trees/${tree.sha}`)
    await ask('GET', `${repo}/git/trees/${tree.sha}?recursive=1`)
    await ask('GET', `${repo}/git/trees/${nowhere}`)
    await ask('GET', `${repo}/git/blobs/${blob[0]?.id ?? ''}`)
    await ask('GET', `${repo}/git/blobs/${nowhere}`)
    await ask('GET', `${repo}/compare/main...feature%2Fx`)
    await ask('GET', `${repo}/commits/${commit}/status`)
    await ask('POST', `${repo}/statuses/${commit}`, { context: 'c', state: 'success', description: 'd' })
    await ask('POST', `${repo}/statuses/${commit}`, {
      context: 'e',
      state: 'error',
      target_url: 'https://x.test',
    })
    await ask('GET', `${repo}/commits/${commit}/status`)
    const { number } = await ask('POST', `${repo}/pulls`, {
      head: 'feature/x',
      base: 'main',
      title: 't',
      draft: true,
    })
    await ask('POST', `${repo}/pulls`, { head: 'nothing', base: 'main', title: 't' })
    await ask('GET', `${repo}/pulls`)
    await ask('GET', `${repo}/pulls/${number}`)
    await ask('GET', `${repo}/pulls/99`)
    await ask('PATCH', `${repo}/pulls/${number}`, { title: 'other', body: 'text' })
    await ask('PUT', `${repo}/pulls/${number}/merge`, {})
    const { id } = await ask('POST', `${repo}/issues/${number}/comments`, { body: '/plumbline plan' })
    await ask('GET', `${repo}/issues/${number}/comments`)
    await ask('PATCH', `${repo}/issues/comments/${id}`, { body: 'x' })
    await ask('POST', `${repo}/issues/comments/${id}/reactions`, { content: 'eyes' })
    await ask('POST', `${repo}/issues/comments/${id}/reactions`, { content: 'eyes' })
    await ask('GET', `${repo}/issues/comments/${id}/reactions`)
    await ask('DELETE', `${repo}/issues/comments/${id}`)
    await ask('GET', `${repo}/collaborators/ada/permission`)
    await ask('GET', `${repo}/collaborators/nobody/permission`)
    sandbox.commit('ada/config', 'ready', { files: { y: '1' }, message: 'ready' })
    const ready = await ask('POST', `${repo}/pulls`, { head: 'ready', base: 'main', title: 'ready' })
    await ask('PUT', `${repo}/pulls/${ready.number}/merge`, { merge_method: 'squash' })
    const tip = sandbox.repository('ada/config').branch('main')
    await ask('GET', `${repo}/commits/${tip ?? ''}/pulls`)
    await ask('POST', `${repo}/forks`, {}, 'bob-token')
    const hook = { name: 'web', config: { url: 'https://x.test', content_type: 'json', secret: 's' } }
    await ask('POST', `${repo}/hooks`, hook)
    await ask('POST', `${repo}/hooks`, { name: 'web', config: {} })
    await ask('POST', `${repo}/hooks`, hook, 'bob-token')
    await ask('GET', `${repo}/hooks`)
    await ask('GET', '/user')
    await ask('GET', '/user', undefined, '')
    await ask('GET', '/app', undefined, jwt)
    const installation = await ask('GET', `${repo}/installation`, undefined, jwt)
    const tokens = `/app/installations/${installation.id}/access_tokens`
    await ask('POST', tokens, { repositories: ['config'] }, jwt)
    await ask('POST', tokens, { repositories: ['nothing'] }, jwt)

    expect(problems).toEqual([])
    expect(seen.size).toBeGreaterThanOrEqual(25)
  }, 120_000)
})
