import { expect, test } from 'vitest'
import { aWorld, declaration, deployment } from '../support/world.ts'

const names = ['one', 'two', 'three', 'four']

test('applications that end at the same time leave one answer that knows of all of them', async () => {
  const world = aWorld()
  const files = names.flatMap((name) => [
    [`root/${name}.yaml`, declaration(name)],
    [`apps/${name}/deployment.yaml`, deployment(name, '1')],
  ])
  const commit = world.commit(Object.fromEntries(files))
  const instances = [world.start(), world.start(), world.start()]

  for (const instance of instances) instance.push(commit)
  await Promise.all(instances.map((instance) => instance.run()))

  const statuses = await world.statuses(commit)
  expect(statuses['plumbline/sync']).toBe('success: 4 apps: Synced and Healthy')
  for (const name of names) expect(statuses[`plumbline/sync: prod/${name}`]).toMatch(/^success/)
})
