import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kustomizeCase } from '../support/kustomize/random-case.ts'
import { renderCase } from '../support/kustomize/render-case.ts'
import { runsOf } from '../support/runs.ts'
import { buildKustomize, buildWith } from './kustomize.ts'

test('small kustomizations render to the bytes of the real kustomize, and fail where it fails', async () => {
  const binary = await buildKustomize()
  await fc.assert(
    fc.asyncProperty(kustomizeCase, async (one) => {
      const [real, ours] = [await buildWith(binary, one), await renderCase(one)]
      if ('error' in real) expect(ours, real.error).toHaveProperty('error')
      else expect(ours).toEqual(real)
    }),
    { numRuns: runsOf(2000) },
  )
}, 3_600_000)
