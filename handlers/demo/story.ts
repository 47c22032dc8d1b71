import { type Files, fileOnMain } from './config-repository.ts'
import { handEdit } from './drift-steps.ts'
import { moved, overTheBrake, removed } from './prune-steps.ts'
import { pullRequest } from './pull-request-steps.ts'
import { expectOrder, expectState, push } from './pushing.ts'
import { type Say, StoryError } from './story-error.ts'
import { expectTag, nextTag, webOverlay } from './web-application.ts'
import { repository, type World } from './world.ts'

/** Plays the story, says what happens, and throws `StoryError` where it is not what was told. */
export async function playStory(world: World, files: Files, say: Say): Promise<void> {
  await firstDeployment(world, files, say)
  await imageBump(world, say)
  await brokenPush(world, say)
  await pullRequest(world, say)
  await handEdit(world, say)
  await removed(world, say)
  await moved(world, say)
  await overTheBrake(world, say)
}

const webInOrder = ['jobs/migrate', 'deployments/web', 'jobs/smoke-test']

async function firstDeployment(world: World, files: Files, say: Say): Promise<void> {
  say('\n1. First deployment: three applications, declared by an app of apps, in waves and with hooks')
  const pushed = await push(world, files, 'everything', say)
  expectState(pushed, 'success')
  expectOrder(pushed, webInOrder)
  await expectTag(world, '3.9')
}

async function imageBump(world: World, say: Say): Promise<void> {
  say('\n2. An image bump, 3.9 to 3.10: only the web application is touched')
  const pushed = await push(world, { [webOverlay]: nextTag(world).overlay }, 'web 3.10', say)
  expectState(pushed, 'success')
  expectOrder(pushed, webInOrder)
  await expectTag(world, '3.10')
  if (pushed.writes.some((write) => /collector|node-agent|worker/.test(write))) {
    throw new StoryError('an application was written that the push does not touch')
  }
}

async function brokenPush(world: World, say: Say): Promise<void> {
  say('\n3. A push that cannot be rendered: the commit is red, the cluster is left alone')
  const good = fileOnMain(world.git, repository, webOverlay)
  const pushed = await push(world, { [webOverlay]: `${good}\nsurprise: true\n` }, 'a typing error', say)
  expectState(pushed, 'failure')
  if (pushed.writes.length > 0) throw new StoryError(`the cluster was written: ${pushed.writes.join(', ')}`)
  await expectTag(world, '3.10')
  await push(world, { [webOverlay]: good }, 'Revert "a typing error"', say)
}
