import { inspect } from '../../src/engine/ask.ts'
import { sweep } from '../../src/engine/sweep.ts'
import { reportText } from '../../src/report/report-text.ts'
import { scaleByHand } from './hand-edit.ts'
import { type Say, StoryError } from './story-error.ts'
import { until } from './watching.ts'
import { webDeployment } from './web-application.ts'
import type { World } from './world.ts'

export async function handEdit(world: World, say: Say): Promise<void> {
  say('\n5. A hand edit: found with its writer, and healed')
  await editAndHeal(world, say)
}

/** Scales by hand, shows what `plumbline status` says of it, and waits until the sweep has healed it. */
export async function editAndHeal(world: World, say: Say): Promise<void> {
  const declared = await replicasOf(world)
  const byHand = declared + 2
  say(`   kubectl scale deployment web --replicas=${byHand}`)
  await scaleByHand(world, byHand)
  say('   plumbline status web')
  const found = reportText(await inspect(world.handler.ports, ['web'])).trimEnd()
  for (const line of found.split('\n')) say(`   | ${line}`)
  if (!found.includes(`spec.replicas: Git ${declared}, live ${byHand}; last writer kubectl`)) {
    throw new StoryError('the edit was not found with its writer')
  }
  say('   plumbline sweep')
  await sweep(world.handler.ports, { inTurn: false })
  await until('the sweep to heal it', async () => ((await replicasOf(world)) === declared ? true : undefined))
  await world.handler.idle()
  say(`   the Deployment has ${declared} replicas again`)
}

async function replicasOf(world: World): Promise<number> {
  const deployment: { readonly spec?: { readonly replicas?: unknown } } = Object(
    await world.read(webDeployment),
  )
  const replicas = deployment.spec?.replicas
  if (typeof replicas !== 'number') throw new StoryError('the web Deployment has no replicas')
  return replicas
}
