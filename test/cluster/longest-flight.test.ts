import { expect, test } from 'vitest'
import { latestAttempt, longestFlight } from '../../src/cluster/longest-flight.ts'

const url = 'https://cluster.test/api/v1/namespaces/shop/configmaps/settings?fieldManager=plumbline'

test.each(['PATCH', 'PUT', 'POST', 'DELETE'])(
  'a %s is given up before another call can have taken over',
  (method) => {
    const [renewedAtLatest, takenOverAfter] = [10_000, 35_000]
    const over = renewedAtLatest + latestAttempt({ method, url }) + longestFlight({ method, url })

    expect(over).toBeLessThan(takenOverAfter)
  },
)

test('a read and a dry run have a minute, and are sent again whenever that was', () => {
  for (const read of [
    { method: 'GET', url },
    { method: 'PATCH', url: `${url}&dryRun=All` },
  ]) {
    expect(longestFlight(read)).toBe(60_000)
    expect(latestAttempt(read)).toBe(Number.POSITIVE_INFINITY)
  }
})
