import fc, { type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import { type KustomizeCase, kustomizeCase } from '../support/kustomize/random-case.ts'
import { textCase } from '../support/kustomize/random-texts.ts'
import { renderCase } from '../support/kustomize/render-case.ts'
import { runsOf } from '../support/runs.ts'
import { buildKustomize, buildWith } from './kustomize.ts'

test(
  'small kustomizations render to the bytes of the real kustomize, and fail where it fails',
  () => expectTheSame(kustomizeCase),
  3_600_000,
)

test(
  'texts of YAML in which a field is set keep their comments as the real kustomize does',
  () => expectTheSame(textCase),
  3_600_000,
)

async function expectTheSame(cases: Arbitrary<KustomizeCase>): Promise<void> {
  const binary = await buildKustomize()
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const [real, ours] = [await buildWith(binary, one), await renderCase(one)]
      if ('error' in real) expect(ours, real.error).toHaveProperty('error')
      else expect(ours).toEqual(real)
    }),
    { numRuns: runsOf(2000) },
  )
}
