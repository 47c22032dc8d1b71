import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { assessHealth } from '../../src/health/assess-health.ts'
import type { LiveObject } from '../../src/kube/manifest.ts'
import { type CorpusRow, corpusRows } from './corpus.ts'

const rows = corpusRows('argocd.jsonl')

function ofKind(...kinds: readonly string[]): readonly CorpusRow[] {
  return rows.filter(({ kind }) => kinds.includes(kind))
}

/** Read as Argo CD's tests read it: the last of duplicate keys wins. */
function objectOf(text: string): LiveObject {
  const value = parse(text, { uniqueKeys: false }) as LiveObject
  return { ...value, metadata: value.metadata ?? {} }
}

function isHookMarked(live: LiveObject): boolean {
  return live.metadata.annotations?.['argocd.argoproj.io/hook'] !== undefined
}

describe.skipIf(rows.length === 0)('Argo CD', () => {
  test.each(ofKind('health-builtin'))('$id', ({ input, expect: wanted }) => {
    const live = objectOf(input)

    const health = assessHealth(live, { hook: isHookMarked(live) })

    expect(health?.status ?? null).toBe(wanted.status)
    if ('message' in wanted) expect(health?.message).toBe(wanted.message)
  })
})
