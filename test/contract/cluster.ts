import { afterAll, beforeAll, describe, test } from 'vitest'
import { createObject } from '../../src/cluster/requests.ts'
import { customRows } from './answers/custom.ts'
import { frontDoorRows } from './answers/front-door.ts'
import { kindRows } from './answers/kinds.ts'
import { metadataRows } from './answers/metadata.ts'
import { patchRows } from './answers/patches.ts'
import { readingRows } from './answers/reading.ts'
import { casesOf } from './answers/row.ts'
import { accessCases } from './cluster-access.ts'
import { applyCases } from './cluster-apply.ts'
import { CaseContext, type ClusterCase, type ClusterUnderTest } from './cluster-case.ts'
import { deleteCases } from './cluster-deletes.ts'
import { kindCases } from './cluster-kinds.ts'
import { listCases } from './cluster-lists.ts'
import { refusalCases } from './cluster-refusals.ts'
import { tableCases } from './cluster-tables.ts'
import { valueCases } from './cluster-values.ts'
import { writeCases } from './cluster-writes.ts'

export const clusterCases: readonly ClusterCase[] = [
  ...applyCases,
  ...valueCases,
  ...refusalCases,
  ...writeCases,
  ...deleteCases,
  ...listCases,
  ...kindCases,
  ...tableCases,
  ...accessCases,
  ...casesOf([...frontDoorRows, ...metadataRows, ...patchRows, ...customRows, ...kindRows, ...readingRows]),
]

/** Facts that a cluster under test cannot show, each with its reason. */
export type Skips = Readonly<Record<string, string>>

/**
 * What every API server behind the cluster port does, seen first on a real kube-apiserver 1.36. Cases are independent:
 * each has a namespace of its own.
 */
export function clusterContract(
  name: string,
  open: () => Promise<ClusterUnderTest>,
  skips: Skips = {},
): void {
  const unknown = Object.keys(skips).filter((fact) => !clusterCases.some((one) => one.fact === fact))
  if (unknown.length > 0) throw new Error(`these are no facts: ${unknown.join('; ')}`)
  describe(name, () => {
    let under: ClusterUnderTest
    beforeAll(async () => {
      under = await open()
    })
    afterAll(() => under?.close())
    for (const [index, { fact, run }] of clusterCases.entries()) {
      const reason = skips[fact]
      test.skipIf(reason !== undefined)(fact, async () => {
        await run(await contextFor(under, index))
      })
    }
  })
}

async function contextFor(under: ClusterUnderTest, index: number): Promise<CaseContext> {
  const unique = crypto.randomUUID().slice(0, 8)
  const namespace = `case-${index}-${unique}`
  const context = new CaseContext(under, namespace)
  await createObject(under.cluster, await context.type('v1', 'Namespace'), {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  })
  return context
}
