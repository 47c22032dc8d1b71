import { expect, test } from 'vitest'
import { duplicateNames } from '../../src/apps/duplicate-names.ts'
import { anApplication } from '../support/applications.ts'

const repository = { host: 'forge', owner: 'team', name: 'config' }

test('each of two applications of one name tells where the other is', () => {
  const applications = [
    anApplication({ name: 'shop', declaredAt: { repository, path: 'a.yaml', line: 1 } }),
    anApplication({ name: 'till', declaredAt: { repository, path: 'b.yaml', line: 1 } }),
    anApplication({
      name: 'shop',
      namespace: 'elsewhere',
      declaredAt: { repository, path: 'c.yaml', line: 9 },
    }),
  ]

  expect(duplicateNames(applications)).toEqual([
    expect.objectContaining({
      code: 'duplicate-name',
      file: 'a.yaml',
      line: 1,
      message: expect.stringContaining('forge:team/config c.yaml:9'),
    }),
    expect.objectContaining({
      code: 'duplicate-name',
      file: 'c.yaml',
      line: 9,
      message: expect.stringContaining('forge:team/config a.yaml:1'),
    }),
  ])
})

test('names that are all different are no problem', () => {
  expect(duplicateNames([anApplication({ name: 'a' }), anApplication({ name: '__proto__' })])).toEqual([])
})
