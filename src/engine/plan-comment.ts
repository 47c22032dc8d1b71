import type { Repository } from '../git/repository.ts'
import type { Comment, PullRequests } from '../githost/pull-requests.ts'
import { belongsTo, type CommentPlace, markerOf } from '../report/comment/marker.ts'
import { mergedComment } from '../report/comment/merged-comment.ts'
import { previewComment } from '../report/comment/preview-comment.ts'
import type { Preview } from '../report/preview.ts'
import type { Report } from '../report/report.ts'
import type { Ports } from './ports.ts'

/** Writes the one comment of a pull request. Where nothing is touched and there is none, there is nothing to tell. */
export async function writePlanComment(ports: Ports, preview: Preview): Promise<void> {
  const { repository, number, head } = preview
  const { pullRequests } = ports.host(repository.host)
  if (pullRequests === undefined) return
  const now = await pullRequests.get(repository, number)
  if (now === undefined || now.head !== head || now.state === 'closed') return
  const own = await ownComments(pullRequests, preview)
  if (own.length === 0 && isSilent(preview)) return
  const [previous] = own
  const options = { version: ports.version, ...(previous === undefined ? {} : { previous: previous.body }) }
  await keepOne(pullRequests, preview, own, previewComment(preview, options))
}

/** The result of the sync becomes the title of the comment that announced it. */
export async function tellMerged(
  ports: Ports,
  repository: Repository,
  number: number,
  report: Report,
): Promise<void> {
  const { pullRequests } = ports.host(repository.host)
  const place = { installation: ports.settings.installation, repository, number }
  const [own, ...others] = pullRequests === undefined ? [] : await ownComments(pullRequests, place)
  const body = own && mergedComment(own.body, report)
  if (pullRequests === undefined || own === undefined || body === undefined) return
  await keepOne(pullRequests, place, [own, ...others], body)
}

function isSilent({ applications, problems, needsUpdate }: Preview): boolean {
  return applications.length + problems.length + needsUpdate.length === 0
}

/** Oldest first. Anybody can write a marker, and the author may have written other things: both have to be right. */
async function ownComments(pullRequests: PullRequests, place: CommentPlace): Promise<readonly Comment[]> {
  const self = await pullRequests.self()
  const comments = await pullRequests.comments(place.repository, place.number)
  return comments
    .filter(({ author, body }) => {
      const marker = author.toLowerCase() === self.toLowerCase() ? markerOf(body) : undefined
      return marker !== undefined && belongsTo(marker, place)
    })
    .toSorted((a, b) => a.id - b.id)
}

/**
 * The oldest comment is kept and the others go. Two instances at once may each have made one: each looks again after
 * it did, so that the later of them sees both.
 */
async function keepOne(
  pullRequests: PullRequests,
  place: CommentPlace,
  own: readonly Comment[],
  body: string,
): Promise<void> {
  const [kept] = own
  if (kept !== undefined && (await isKept(pullRequests, place, kept, body))) {
    return removeAll(pullRequests, place, own.slice(1))
  }
  const made = await pullRequests.createComment(place.repository, place.number, body)
  const [oldest, ...others] = await ownComments(pullRequests, place)
  if (oldest === undefined || others.length === 0) return
  if (oldest.id !== made.id) await pullRequests.updateComment(place.repository, oldest.id, body)
  await removeAll(pullRequests, place, others)
}

async function isKept(
  pullRequests: PullRequests,
  { repository }: CommentPlace,
  { id, body: before }: Comment,
  body: string,
): Promise<boolean> {
  return before === body || (await pullRequests.updateComment(repository, id, body)) === 'updated'
}

async function removeAll(
  pullRequests: PullRequests,
  { repository }: CommentPlace,
  comments: readonly Comment[],
): Promise<void> {
  for (const { id } of comments) await pullRequests.deleteComment(repository, id)
}
