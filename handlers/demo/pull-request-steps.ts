import { expectState, follow } from './pushing.ts'
import { type Say, StoryError } from './story-error.ts'
import { isPlanned, until, verdictOn, writesSince } from './watching.ts'
import { expectTag, nextTag, webOverlay } from './web-application.ts'
import { repository, type World } from './world.ts'

export async function pullRequest(world: World, say: Say): Promise<void> {
  say('\n4. A pull request: before the merge it says what the merge will do, field by field')
  const { number, tag } = await openPullRequest(world, say)
  say('   merged')
  const merge = () => world.git.mergePullRequest(repository, number)
  expectState(await follow(world, merge, 'its merge commit', say), 'success')
  await expectTag(world, tag)
  const title = await until('the comment to tell of the sync', async () => {
    const [line = ''] =
      commentOn(world, number)
        ?.split('\n')
        .filter((one) => one.startsWith('#')) ?? []
    return /synced|success|in order|healthy/i.test(line) ? line : undefined
  })
  say(`   the comment now begins with: ${title}`)
}

/** Opens one for the next image, and shows its comment as a terminal can. */
export async function openPullRequest(
  world: World,
  say: Say,
): Promise<{ readonly number: number; readonly tag: string }> {
  const seen = world.cluster.requests.length
  const { tag, overlay } = nextTag(world)
  const files = { [webOverlay]: overlay.replace(/count: \d+/, 'count: 4') }
  const head = world.git.commit(repository, `web-${tag}`, { files, message: `web ${tag}` })
  const number = world.git.openPullRequest(repository, {
    head: `web-${tag}`,
    title: `web ${tag}, four of it`,
  })
  say(`   pull request ${number} opened (${head.slice(0, 7)})`)
  expectState({ statuses: await verdictOn(world, head, say, isPlanned) }, 'success', 'plumbline/plan')
  const comment = await until('the comment', async () => commentOn(world, number))
  for (const line of comment.split('\n')) say(`   | ${line}`)
  const writes = writesSince(world, seen)
  if (writes.length > 0) throw new StoryError(`a plan wrote to the cluster: ${writes.join(', ')}`)
  if (!comment.includes(tag)) throw new StoryError(`the comment does not speak of ${tag}`)
  return { number, tag }
}

function commentOn(world: World, number: number): string | undefined {
  return world.git.comments(repository, number)[0]?.body
}
