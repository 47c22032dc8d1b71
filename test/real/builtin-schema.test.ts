import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeFetchWithCa } from '../../handlers/node-only/node-fetch-with-ca.ts'
import { type ControlPlane, startControlPlane } from './control-plane.ts'
import { generateSchema } from './generate-schema.ts'

let controlPlane: ControlPlane
beforeAll(async () => {
  controlPlane = await startControlPlane({ hasControllers: false, servesAll: true })
})
afterAll(() => controlPlane?.stop())

test('the table of built-in schemas is what the real API server says of its kinds, byte for byte', async () => {
  const { server, tokens, caPath } = controlPlane
  const ca = readFileSync(caPath, 'utf8')

  const made = await generateSchema({
    from: server,
    token: tokens.admin,
    fetch: nodeFetchWithCa(() => ({ ca })),
  })

  const kept = join(import.meta.dirname, '../../src/kube/builtin-schema.generated.ts')
  expect(made).toBe(readFileSync(kept, 'utf8'))
})
