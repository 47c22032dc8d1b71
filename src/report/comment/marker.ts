import type { CommitSha } from '../../git/commit.ts'
import { formatRepository, type Repository } from '../../git/repository.ts'
import { sha256Hex } from '../../kube/sha256.ts'

/** What the first line of our comment says of it; nobody sees it. */
export interface Marker {
  /** Of installation and repository: 16 hex digits each. */
  readonly install: string
  readonly repo: string
  readonly number: number
  readonly part: number
  readonly parts: number
  /** The first 12 digits of the head. */
  readonly head: string
  /** Of the plan; see `previewDigest`. */
  readonly digest: string
}

/** What a comment belongs to: there is one for each installation on a pull request. */
export interface CommentPlace {
  readonly installation: string
  readonly repository: Repository
  readonly number: number
}

export function makeMarker(place: CommentPlace, head: CommitSha, digest: string): Marker {
  return {
    ...idsOf(place),
    part: 1,
    parts: 1,
    head: head.slice(0, 12),
    digest,
  }
}

export function formatMarker({ install, repo, number, part, parts, head, digest }: Marker): string {
  return `<!-- plumbline-plan v1 install=${install} repo=${repo} pr=${number} part=${part}/${parts} head=${head} digest=${digest} -->`
}

const markerLine =
  /^<!-- plumbline-plan v1 install=([0-9a-f]{16}) repo=([0-9a-f]{16}) pr=(\d{1,15}) part=(\d{1,3})\/(\d{1,3}) head=([0-9a-f]{12}) digest=([0-9a-f]{16}) -->$/

const longestMarker = 250

/**
 * Reads a marker from the first line and from nowhere else. Anybody can write one into a comment, so it proves
 * nothing: whether the comment is ours is decided by its author as well.
 */
export function markerOf(body: string): Marker | undefined {
  const [firstLine = ''] = body.slice(0, longestMarker).split(/\r?\n/, 1)
  const found = markerLine.exec(firstLine)
  if (!found) return undefined
  const [, install = '', repo = '', number, part, parts, head = '', digest = ''] = found
  return { install, repo, number: Number(number), part: Number(part), parts: Number(parts), head, digest }
}

export function belongsTo(marker: Marker, place: CommentPlace): boolean {
  const { install, repo, number } = idsOf(place)
  return marker.install === install && marker.repo === repo && marker.number === number
}

function idsOf(place: CommentPlace): Pick<Marker, 'install' | 'repo' | 'number'> {
  return {
    install: sha256Hex(place.installation).slice(0, 16),
    repo: sha256Hex(formatRepository(place.repository).toLowerCase()).slice(0, 16),
    number: place.number,
  }
}
