import type { Context } from 'hono'
import { isObjectId, type ObjectId } from '../../git/commit.ts'
import { joinPath } from '../../git/path.ts'
import { base64 } from './base64.ts'
import { findCommit } from './gitea-objects.ts'
import { error, type GithubCall, json, notFound } from './github-answers.ts'
import { commitShape } from './github-shapes.ts'
import { parseTree } from './object-store.ts'
import type { SandboxRepository } from './sandbox-repository.ts'

const types: Readonly<Record<string, string>> = { '40000': 'tree', '160000': 'commit' }
const shaAlone = 'application/vnd.github.sha'

/** A commit by id, `heads/x`, `tags/x` or any ref; its id alone where that is asked for, which is its own ETag. */
export function readCommit(c: Context, { hosted, addresses }: GithubCall): Response {
  const { repository } = hosted
  if (repository.refs.size === 0) return error(c, 409, 'Git Repository is empty.')
  const revision = decodeURIComponent(c.req.path.replace(/^.*?\/commits\//, ''))
  const isTag = isObjectId(revision) && repository.objects.get(revision)?.type !== 'commit'
  const sha = isTag ? undefined : findCommit(hosted, revision)
  if (sha === undefined) return error(c, 422, `No commit found for SHA: ${revision}`)
  if (c.req.header('if-none-match') === `"${sha}"`) return c.body(null, 304)
  if (c.req.header('accept') === shaAlone)
    return c.body(sha, 200, { 'content-type': `${shaAlone}; charset=utf-8`, etag: `"${sha}"` })
  return json(c, commitShape(addresses, repository, sha))
}

export function readGitCommit(c: Context, call: GithubCall): Response {
  const { hosted, addresses } = call
  const { repository } = hosted
  const id = c.req.param('sha') ?? ''
  if (repository.refs.size === 0) return error(c, 409, 'Git Repository is empty.')
  const sha = repository.objects.get(id)?.type === 'commit' ? repository.peel(id) : undefined
  if (sha === undefined) return notFound(c)
  const { commit, parents, ...about } = commitShape(addresses, repository, sha) as {
    commit: Record<'author' | 'committer' | 'message' | 'tree' | 'url', unknown>
    parents: readonly unknown[]
    node_id: string
    html_url: string
  }
  const { author, committer, message, tree, url } = commit
  const unsigned = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null }
  return json(c, {
    sha,
    node_id: about.node_id,
    html_url: about.html_url,
    url,
    author,
    committer,
    message,
    tree,
    parents,
    verification: unsigned,
  })
}

export function readTag(c: Context, { hosted, addresses }: GithubCall): Response {
  const { repository } = hosted
  const sha = c.req.param('sha') ?? ''
  const object = repository.objects.get(sha)
  if (object?.type !== 'tag') return notFound(c)
  const text = new TextDecoder().decode(object.body)
  const field = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? ''
  const git = `${addresses.api}/repos/${repository.owner}/${repository.name}/git`
  return json(c, {
    node_id: `T_${sha}`,
    sha,
    url: `${git}/tags/${sha}`,
    tag: field('tag'),
    message: text.slice(text.indexOf('\n\n') + 2),
    tagger: { name: 'sandbox', email: 'sandbox@example.invalid', date: '1970-01-01T00:00:00Z' },
    object: { sha: field('object'), type: field('type'), url: `${git}/${field('type')}s/${field('object')}` },
  })
}

/** One level, or all of them where `recursive` is written at all; cut off after so many entries. */
export function readTree(c: Context, { hosted, addresses, state }: GithubCall): Response {
  const { repository } = hosted
  const id = c.req.param('sha') ?? ''
  const commit = findCommit(hosted, id)
  const tree = commit === undefined ? id : repository.readCommit(commit).tree
  if (repository.objects.get(tree)?.type !== 'tree') return notFound(c)
  const git = `${addresses.api}/repos/${repository.owner}/${repository.name}/git`
  const isDeep = c.req.query('recursive') !== undefined
  const all = entriesOf(repository, git, tree as ObjectId, isDeep)
  const { treeEntries = 100_000 } = state.limits ?? {}
  const shown = all.slice(0, treeEntries)
  const url = `${git}/trees/${tree}`
  return json(c, { sha: tree, url, tree: shown, truncated: shown.length < all.length })
}

function entriesOf(
  repository: SandboxRepository,
  git: string,
  tree: ObjectId,
  isDeep: boolean,
  prefix = '',
): readonly object[] {
  const body = repository.objects.get(tree)?.body ?? new Uint8Array()
  return parseTree(body).flatMap(({ mode, name, id }) => {
    const type = types[mode] ?? 'blob'
    const path = joinPath(prefix, name)
    const size = type === 'blob' ? { size: repository.objects.get(id)?.body.length ?? 0 } : {}
    const url = type === 'commit' ? {} : { url: `${git}/${type}s/${id}` }
    const entry = { path, mode: mode.padStart(6, '0'), type, sha: id, ...size, ...url }
    return isDeep && type === 'tree' ? [entry, ...entriesOf(repository, git, id, isDeep, path)] : [entry]
  })
}

/** Base64 in lines of 60, as GitHub breaks them. */
export function readBlob(c: Context, { hosted, addresses }: GithubCall): Response {
  const { repository } = hosted
  const sha = c.req.param('sha') ?? ''
  const object = repository.objects.get(sha)
  if (object?.type !== 'blob') return notFound(c)
  const content = base64(object.body).replace(/(.{60})/g, '$1\n')
  const url = `${addresses.api}/repos/${repository.owner}/${repository.name}/git/blobs/${sha}`
  const size = object.body.length
  return json(c, { sha, node_id: `B_${sha}`, size, url, content, encoding: 'base64' })
}

/** `base...head` by ids; the commits of a page, and no files. */
export function compare(c: Context, { hosted, addresses }: GithubCall): Response {
  const { repository } = hosted
  const range = decodeURIComponent(c.req.param('range') ?? '')
  const [base, head] = range.split('...').map((revision) => findCommit(hosted, revision))
  if (base === undefined || head === undefined) return notFound(c)
  const shared = repository.mergeBase(base, head)
  if (shared === undefined)
    return error(c, 404, `No common ancestor between ${range.replace('...', ' and ')}.`)
  const ahead = repository.between(head, [shared])
  const behind = repository.between(base, [shared])
  const url = `${addresses.api}/repos/${repository.owner}/${repository.name}/compare/${range}`
  const page = `${addresses.web}/${repository.owner}/${repository.name}/compare/${range}`
  const ways = [ahead.length > 0 ? 'ahead' : 'identical', ahead.length > 0 ? 'diverged' : 'behind']
  return json(c, {
    url,
    html_url: page,
    permalink_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    base_commit: commitShape(addresses, repository, base),
    merge_base_commit: commitShape(addresses, repository, shared),
    status: ways[behind.length > 0 ? 1 : 0],
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits:
      c.req.query('page') === undefined ? ahead.map((sha) => commitShape(addresses, repository, sha)) : [],
  })
}
