import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import fc from 'fast-check'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KustomizeCase, kustomizeCase } from '../support/kustomize/random-case.ts'
import { type Built, renderCase } from '../support/kustomize/render-case.ts'

let miniflare: Miniflare

beforeAll(async () => {
  const entry = join(import.meta.dirname, 'render-worker.ts')
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false })
  miniflare = new Miniflare({
    modules: true,
    script: outputFiles[0]?.text ?? '',
    compatibilityDate: '2026-04-01',
  })
  await miniflare.ready
}, 120_000)

afterAll(() => miniflare.dispose())

async function renderInWorkerd(one: KustomizeCase): Promise<Built> {
  const response = await miniflare.dispatchFetch('https://plumbline.test', {
    method: 'POST',
    body: JSON.stringify(one),
  })
  return (await response.json()) as Built
}

test('kustomizations render in workerd to the bytes that they render to on Node', async () => {
  for (const one of fc.sample(kustomizeCase, { numRuns: 40, seed: 7 })) {
    const texts = Object.entries(one.files).filter(([, content]) => typeof content === 'string')
    const sent = { ...one, files: Object.fromEntries(texts) }
    expect(await renderInWorkerd(sent)).toEqual(await renderCase(sent))
  }
})

const corpus = join(import.meta.dirname, '../../../shared/corpus/kustomize.jsonl')
const rows = await readFile(corpus, 'utf8').catch(() => '')

test.skipIf(rows === '')('a sample of the corpus renders in workerd to the bytes of kustomize', async () => {
  const confirmed = rows
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
    .filter(({ verified, needs }) => verified === 'bytes' && needs.length === 0)
  const sample = confirmed.filter((_, at) => at % 20 === 0)
  for (const { id, files, target, expect: fifo, expectDefault = fifo } of sample) {
    const folder = target.replace(/^[./]+/, '')
    expect(await renderInWorkerd({ files, target: folder }), id).toEqual({ output: expectDefault })
  }
})

interface Row {
  readonly id: string
  readonly files: { readonly [path: string]: string }
  readonly target: string
  readonly verified: string
  readonly needs: readonly string[]
  readonly expect: string
  readonly expectDefault?: string
}
