import { expect, test } from 'vitest'
import { perform } from '../../src/engine/perform.ts'
import { aWorld, declaration, deployment, repository, type World } from '../support/world.ts'

/** When each application is gone on with that a push of so many has begun to sync; seconds of Unix time. */
async function goneOnWithAt(applications: number): Promise<readonly number[]> {
  const world: World = aWorld({
    between: (side) => (request, answer) => {
      if (side === 'cluster' && request.method === 'PATCH') world.sandbox.clock.advance(150)
      return answer()
    },
  })
  const names = Array.from({ length: applications }, (_, at) => `web-${at}`)
  const files = names.flatMap((name) => [
    [`root/${name}.yaml`, declaration(name)],
    [`apps/${name}/web.yaml`, deployment(name, '1')],
  ])
  const after = world.commit(Object.fromEntries(files))
  const dues: number[] = []
  const enqueue = async (_: unknown, seconds: number): Promise<void> => {
    dues.push(world.sandbox.clock.now() / 1000 + seconds)
  }
  const trigger = {
    kind: 'push',
    host: 'git',
    repository,
    ref: 'refs/heads/main',
    after,
    deliveryId: 'd',
  } as const
  await perform({ ...world.start().ports, queue: { enqueue } }, { kind: 'push', trigger })
  return dues
}

test('of many applications, those that are to be gone on with within three seconds are so at once', async () => {
  const dues = await goneOnWithAt(20)

  expect(dues).toHaveLength(20)
  for (const due of dues) expect(due % 3).toBeCloseTo(0)
  expect(Math.max(...dues) - Math.min(...dues)).toBeGreaterThan(0)
})

test('a few applications are each gone on with when it is their turn', async () => {
  const dues = await goneOnWithAt(3)

  expect(dues).toHaveLength(3)
  expect(dues.some((due) => due % 3 > 0.01)).toBe(true)
})
