import { StoryError } from './story-error.ts'
import { webDeployment } from './web-application.ts'
import type { World } from './world.ts'

/** What `kubectl scale deployment web --replicas=N` sends. */
export async function scaleByHand(world: World, replicas: number): Promise<void> {
  const response = await world.asPerson(`${webDeployment}/scale`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json', 'user-agent': 'kubectl/v1.36.3' },
    body: JSON.stringify({ spec: { replicas } }),
  })
  if (!response.ok) throw new StoryError(`the cluster answered ${response.status} to a scale by hand`)
}
