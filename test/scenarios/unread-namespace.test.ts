import { expect, test } from 'vitest'
import type { Between } from '../support/sandbox-cluster.ts'
import { aStory } from '../support/story.ts'
import { configMap, declaration } from '../support/world.ts'

const files = {
  'root/web.yaml': declaration('web'),
  'apps/web/settings.yaml': configMap('settings', 'one'),
}

/** Lets the first looks at the namespace end as told. */
function whereLooksFail(looks: number, answer: () => Response | Promise<Response>) {
  const failed: string[] = []
  const between: Between = async (request, pass) => {
    const isLook = request.method === 'GET' && request.url.endsWith('/api/v1/namespaces/shop')
    if (!isLook || failed.length === looks) return pass()
    failed.push(request.url)
    return answer()
  }
  return { failed, story: aStory({ cluster: { between } }) }
}

test.each([
  ['half an answer', 1, () => new Response('{"kind":"Name')],
  ['a conflict', 1, () => Response.json({ kind: 'Status', reason: 'Conflict' }, { status: 409 })],
  ['an outage', 8, () => new Response('', { status: 503 })],
])('a namespace whose look ended in %s is not taken to be there', async (_, looks, answer) => {
  const { failed, story } = whereLooksFail(looks, answer)

  const { status } = await story.push(files)

  expect(failed).toHaveLength(looks)
  expect(status).toBe('success: 1 app: Synced and Healthy')
})

test('a namespace that nobody may look at is taken to be there', async () => {
  const denied = () => Response.json({ kind: 'Status', reason: 'Forbidden' }, { status: 403 })
  const { story } = whereLooksFail(Number.POSITIVE_INFINITY, denied)
  await story.kubectl.create('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'shop' },
  })

  expect((await story.push(files)).status).toBe('success: 1 app: Synced and Healthy')
})
