import { existsSync, readFileSync } from 'node:fs'

/** One row of `../shared/corpus/argocd.jsonl`: an input and what Argo CD's own tests assert of it. */
export interface CorpusRow {
  readonly id: string
  readonly kind: string
  readonly groupKind?: string
  readonly input: string
  readonly expect: { readonly [name: string]: unknown }
  readonly live?: string
  readonly predicted?: string | null
  readonly options?: { readonly [name: string]: unknown }
}

/** The rows of a corpus file that lies beside the repository, or none with a printed reason. */
export function corpusRows(file: string): readonly CorpusRow[] {
  const path = new URL(`../../../shared/corpus/${file}`, import.meta.url)
  if (!existsSync(path)) {
    console.log(`skipped: no corpus at ${path.pathname}`)
    return []
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CorpusRow)
}
