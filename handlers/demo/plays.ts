import { editAndHeal } from './drift-steps.ts'
import type { Plays } from './play.ts'
import { openPullRequest } from './pull-request-steps.ts'
import { expectState, push } from './pushing.ts'
import { expectTag, nextTag, webOverlay } from './web-application.ts'
import type { World } from './world.ts'

/** What a person can do while the demo keeps running. */
export function plays(world: World): Plays {
  return new Map([
    [
      'push',
      async (say) => {
        const { tag, overlay } = nextTag(world)
        expectState(await push(world, { [webOverlay]: overlay }, `web ${tag}`, say), 'success')
        await expectTag(world, tag)
      },
    ],
    [
      'pr',
      async (say) => {
        const { number } = await openPullRequest(world, say)
        say(
          `   it is number ${number}; its API merges it: ${world.mergeMethod} ${world.gitApi}/pulls/${number}/merge`,
        )
      },
    ],
    ['edit', (say) => editAndHeal(world, say)],
  ])
}
