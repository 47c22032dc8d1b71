import { test } from 'vitest'
import { aWorld, callUntilDone } from './story.ts'

test('x', async () => {
  for (let i = 0; i < 5; i++) await callUntilDone(await aWorld(), 'a')
  let n = 0
  const t0 = performance.now()
  for (let i = 0; i < 20; i++) {
    const w = await aWorld()
    await callUntilDone(w, 'a')
    n += w.cluster.trace.length
  }
  const t1 = performance.now()
  for (let i = 0; i < 20; i++) await aWorld()
  const t2 = performance.now()
  console.log('story ms', (t1 - t0) / 20, 'requests', n / 20, 'open', (t2 - t1) / 20)
})
