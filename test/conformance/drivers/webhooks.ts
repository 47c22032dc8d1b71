import assert from 'node:assert/strict'
import { sameRepository } from '../../../src/git/repository.ts'
import { parseRepositoryUrl } from '../../../src/git/repository-url.ts'
import { parseRevision } from '../../../src/githost/revision.ts'
import { hostOf } from '../../../src/settings/host-of.ts'
import type { HostSettings } from '../../../src/settings.ts'
import { receiveGitea } from '../../../src/webhook/gitea.ts'
import { receiveGithub } from '../../../src/webhook/github.ts'
import { sign } from '../../support/sign.ts'
import { type Drivers, expectOf, inputOf, type Row, withoutDriver } from '../row.ts'

/** Which applications a push means. */
export const webhookDrivers: Drivers = {
  'webhook-url': url,
  'webhook-revision': revision,
  'webhook-payload': payload,
  'webhook-payload-revision': payloadRevision,
  'notify/git-address': gitAddress,
}

/** The repository of the payload, on the host that sent it, against the one of an application. */
function url(row: Row): void {
  const { webURL, repo } = inputOf<{ webURL: string; repo: string }>(row)
  const hosts = URL.canParse(webURL) ? [hostAt(new URL(webURL).origin)] : []
  const sent = hostOf({ hosts }, webURL)
  const ours = hostOf({ hosts }, repo)
  const answer = sent !== undefined && ours !== undefined && sameRepository(sent.repository, ours.repository)
  assert.equal(answer, expectOf<{ shouldMatch: boolean }>(row).shouldMatch)
}

function hostAt(address: string): HostSettings {
  return { name: 'forge', kind: 'gitea', address, repositories: ['**'] } as unknown as HostSettings
}

interface Revision {
  readonly source: { readonly targetRevision: string }
  readonly revision: string
  readonly touchedHead: boolean
}

interface PayloadRevision {
  readonly targetRevision: string
  readonly hookPayload: { readonly payload?: string; readonly value?: { readonly ref?: string } }
}

/** The ref that a delivery names, against what an application follows; the rows leave out all else of a push. */
async function payloadRevision(row: Row): Promise<typeof withoutDriver | undefined> {
  const { targetRevision, hookPayload } = inputOf<PayloadRevision>(row)
  const { payload: type, value } = hookPayload
  if (type !== 'githubPushPayload' && type !== 'gogsPushPayload') return withoutDriver
  const lookup = parseRevision(targetRevision)
  const about = { before: '1'.repeat(40), after: '2'.repeat(40), repository: { full_name: 'team/config' } }
  const body = new TextEncoder().encode(JSON.stringify({ ...value, ...about }))
  const signature = sign('secret', body)
  const isGithub = type === 'githubPushPayload'
  const sent: Record<string, string> = isGithub
    ? { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` }
    : { 'x-gitea-event': 'push', 'x-gitea-signature': signature }
  const hosts = [{ name: 'forge', secrets: ['secret'], permits: () => true }]
  const delivery = { headers: new Headers(sent), body }
  const intake = isGithub ? await receiveGithub(delivery, hosts) : receiveGitea(delivery, hosts)
  assert.ok(intake.kind === 'trigger' && intake.trigger.kind === 'push', JSON.stringify(intake))
  const moved = intake.trigger.ref.replace(/^refs\//, '')
  const answer = lookup.kind === 'refs' && lookup.refs.includes(moved)
  assert.equal(answer, expectOf<{ hasChanged: boolean }>(row).hasChanged)
  return undefined
}

/** A push moves what it names, branch or tag; an application is touched when what it follows has moved. */
function revision(row: Row): typeof withoutDriver | undefined {
  const { source, revision: pushed, touchedHead } = inputOf<Revision>(row)
  const lookup = parseRevision(source.targetRevision)
  if (lookup.kind === 'range' || lookup.kind === 'invalid') return withoutDriver
  const moved = [`heads/${pushed}`, `tags/${pushed}`]
  const answer =
    lookup.kind === 'head'
      ? touchedHead
      : lookup.kind === 'refs' && lookup.refs.some((ref) => moved.includes(ref))
  assert.equal(answer, expectOf<{ expectHasChanged: boolean }>(row).expectHasChanged)
  return undefined
}

interface PayloadAnswer {
  readonly ignored?: true
  readonly repo?: string
  readonly revision?: string
}

/** Whether a push touched the default branch is asked of the host, and not read from the payload. */
async function payload(row: Row): Promise<typeof withoutDriver | undefined> {
  const sent = new Headers((row.headers ?? {}) as { readonly [name: string]: string })
  if (!sent.has('x-github-event')) return withoutDriver
  const { ignored, repo, revision: wanted } = expectOf<PayloadAnswer>(row)
  const body = new TextEncoder().encode(String(row.input))
  sent.set('x-hub-signature-256', `sha256=${sign('secret', body)}`)

  const intake = await receiveGithub({ headers: sent, body }, [
    { name: 'forge', secrets: ['secret'], permits: () => true },
  ])

  if (ignored) {
    assert.notEqual(intake.kind, 'trigger')
    return undefined
  }
  assert.ok(intake.kind === 'trigger' && intake.trigger.kind === 'push', JSON.stringify(intake))
  const { repository, ref } = intake.trigger
  assert.equal(`https://github.com/${repository.owner}/${repository.name}`, repo)
  assert.equal(ref.replace(/^refs\/(?:heads|tags)\//, ''), wanted)
  return undefined
}

function gitAddress(row: Row): void {
  const { address } = row.input as { address: string }
  const found = parseRepositoryUrl(address)
  assert.deepEqual(found && { host: `https://${found.host}`, id: found.path }, row.expect)
}
