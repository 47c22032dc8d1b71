import { inspect } from '../../src/engine/ask.ts'
import { reportText } from '../../src/report/report-text.ts'
import { scaleByHand } from './hand-edit.ts'
import type { Plays } from './play.ts'
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
      'edit',
      async (say) => {
        await scaleByHand(world, 5)
        say('   kubectl scale deployment web --replicas=5')
        say(reportText(await inspect(world.handler.ports, ['web'])))
      },
    ],
  ])
}
