import { expect, test } from 'vitest'
import { createMemoryRunStore } from '../../src/engine/memory-run-store.ts'
import type { RunRecord } from '../../src/engine/run-store.ts'
import { aSha } from '../support/builders.ts'

/** A call on an operation, or a look that began none. */
function call(deliveryId: string, operationId?: string): RunRecord {
  const on = { repository: { host: 'git', owner: 'platform', name: 'config' }, sha: aSha('a') }
  const outcome = operationId === undefined ? {} : { outcome: running(operationId) }
  const health = { status: 'Progressing', message: '' } as const
  const about = { name: 'web', cluster: 'sandbox', sync: 'OutOfSync', health } as const
  const report = { ...about, verdict: 'pending', summary: '', problems: [], ...outcome } as const
  return { application: 'web', deliveryId, at: '2026-03-01T10:00:00Z', on, report }
}

function running(operationId: string) {
  return { phase: 'Running', operationId, results: [], waitsFor: [], callAgainIn: 2 } as const
}

async function kept(...calls: readonly RunRecord[]): Promise<readonly string[]> {
  const store = createMemoryRunStore()
  for (const one of calls) await store.saveRun(one)
  return (await store.runs('web')).map(({ deliveryId }) => deliveryId)
}

test('of an operation the first call and the newest are kept', async () => {
  expect(
    await kept(call('first', 'a'), call('second', 'a'), call('third', 'a'), call('fourth', 'a')),
  ).toEqual(['fourth', 'first'])
})

test('looks that began nothing, and operations that came after each other, are kept each', async () => {
  expect(await kept(call('1'), call('2'), call('3'), call('4', 'a'), call('5', 'b'), call('6', 'b'))).toEqual(
    ['6', '5', '4', '3', '2', '1'],
  )
})

test('the oldest of more than fifty is forgotten', async () => {
  const all = await kept(...Array.from({ length: 51 }, (_, at) => call(String(at))))
  expect([all.length, all.at(-1)]).toEqual([50, '1'])
})
