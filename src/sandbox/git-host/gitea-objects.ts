import type { Context } from 'hono'
import { type CommitSha, isObjectId, type ObjectId } from '../../git/commit.ts'
import type { TreeLine } from '../../git/object-id.ts'
import { getOwn, isJsonObject, type Json } from '../../kube/json.ts'
import { base64 } from './base64.ts'
import { error, type GiteaCall, json, notFound } from './gitea-answers.ts'
import { parseTree } from './object-store.ts'
import type { SandboxRepository } from './sandbox-repository.ts'
import type { Hosted } from './sandbox-state.ts'

const treesPerPage = 1000
const filesPerBatch = 30
const maxBlobSize = 10_485_760
const types: Readonly<Record<string, string>> = { '40000': 'tree', '160000': 'commit' }

/**
 * One level of a tree, or with `recursive` all below it, paged. Asked by commit or tag, `sha` is that id and not the
 * tree's, as the real one has it.
 */
export function readTree(c: Context, { hosted, api }: GiteaCall): Response {
  const { repository } = hosted
  const id = c.req.param('sha') ?? ''
  const commit = repository.peel(id)
  const object = repository.objects.get(commit === undefined ? id : repository.readCommit(commit).tree)
  if (object?.type !== 'tree') return error(c, 400, `sha not found [${id}]`)
  const lines =
    c.req.query('recursive') === 'true' ? below(repository, object.body, '') : parseTree(object.body)
  const page = Math.max(Number(c.req.query('page') ?? 1) || 1, 1)
  const asked = Number(c.req.query('per_page') ?? 0) || 0
  const perPage = asked <= 0 || asked > treesPerPage ? treesPerPage : asked
  const end = perPage * page
  const shown = lines.slice(end - perPage, end).map((line) => entryShape(repository, api, line))
  c.header('x-total-count', String(lines.length))
  return json(c, 200, {
    sha: id,
    url: `${api}/git/trees/${id}`,
    tree: shown.length === 0 ? null : shown,
    truncated: shown.length > 0 && end < lines.length,
    page,
    total_count: lines.length,
  })
}

/** Each directory is followed by what it holds; names are paths from where the listing starts. */
function below(repository: SandboxRepository, body: Uint8Array, prefix: string): readonly TreeLine[] {
  return parseTree(body).flatMap(({ mode, name, id }) => {
    const path = `${prefix}${name}`
    const inner = mode === '40000' ? repository.objects.get(id) : undefined
    return [
      { mode, name: path, id },
      ...(inner === undefined ? [] : below(repository, inner.body, `${path}/`)),
    ]
  })
}

function entryShape(repository: SandboxRepository, api: string, { mode, name, id }: TreeLine) {
  const type = types[mode] ?? 'blob'
  const size = type === 'blob' ? (repository.objects.get(id)?.body.length ?? 0) : 0
  const url = type === 'commit' ? '' : `${api}/git/${type}s/${id}`
  return { path: name, mode: mode.padStart(6, '0'), type, size, sha: id, url }
}

/** Base64 alone; null above the largest size. */
export function readBlob(c: Context, { hosted, api }: GiteaCall): Response {
  const id = c.req.param('sha') ?? ''
  const object = hosted.repository.objects.get(id)
  if (object === undefined) return error(c, 400, `object does not exist [id: ${id}, rel_path: ]`)
  return json(c, 200, {
    ...contentShape(object.body),
    url: `${api}/git/blobs/${id}`,
    sha: id,
    size: object.body.length,
  })
}

/** The first 30 of the files that were asked for, in that order; null for what is not there. */
export function readFileContents(c: Context, { hosted, api }: GiteaCall): Response {
  const files = fileNames(c.req.query('body') ?? '')
  if (files === undefined) return error(c, 400, 'invalid body parameter')
  const commit = findCommit(hosted, c.req.query('ref') ?? 'HEAD')
  if (commit === undefined) return notFound(c)
  const root = hosted.repository.readCommit(commit).tree
  return json(
    c,
    200,
    files.slice(0, filesPerBatch).map((path) => fileShape(hosted.repository, api, root, path)),
  )
}

function fileNames(body: string): readonly string[] | undefined {
  try {
    const parsed = JSON.parse(body) as Json
    const files = isJsonObject(parsed) ? getOwn(parsed, 'files') : undefined
    return Array.isArray(files) ? files.map(String) : undefined
  } catch {
    return undefined
  }
}

function fileShape(repository: SandboxRepository, api: string, root: ObjectId, path: string) {
  const found = findPath(repository, root, path.split('/'))
  if (found === undefined) return null
  const bytes = repository.objects.get(found.id)?.body ?? new Uint8Array()
  const about = { name: found.name, path, sha: found.id, url: `${api}/contents/${path}` }
  const nothing = { encoding: null, content: null, target: null }
  if (found.mode === '40000') return { ...about, type: 'dir', size: 0, ...nothing }
  if (found.mode === '160000') return { ...about, type: 'submodule', size: 0, ...nothing }
  const size = bytes.length
  if (found.mode === '120000')
    return { ...about, type: 'symlink', size, ...nothing, target: new TextDecoder().decode(bytes) }
  return { ...about, type: 'file', size, ...contentShape(bytes), target: null }
}

function findPath(
  repository: SandboxRepository,
  tree: ObjectId,
  names: readonly string[],
): TreeLine | undefined {
  const [name, ...rest] = names
  const object = repository.objects.get(tree)
  const line = object?.type === 'tree' ? parseTree(object.body).find((one) => one.name === name) : undefined
  if (line === undefined || rest.length === 0) return line
  return line.mode === '40000' ? findPath(repository, line.id, rest) : undefined
}

function contentShape(bytes: Uint8Array) {
  if (bytes.length > maxBlobSize) return { encoding: null, content: null }
  return { encoding: 'base64', content: base64(bytes) }
}

/** As `git rev-parse` finds it: an id, HEAD, a full ref, a tag, a branch. Or a shortened id that fits one commit. */
export function findCommit({ repository }: Hosted, revision: string): CommitSha | undefined {
  if (isObjectId(revision)) return repository.peel(revision)
  const names = revision === 'HEAD' ? [`refs/heads/${repository.defaultBranch}`] : candidates(revision)
  const id = names.map((name) => repository.refs.get(name)).find((found) => found !== undefined)
  return repository.peel(id ?? repository.objects.expand(revision) ?? '')
}

function candidates(revision: string): readonly string[] {
  return [revision, `refs/${revision}`, `refs/tags/${revision}`, `refs/heads/${revision}`]
}
