import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drivers } from './drivers.ts'
import { readRows } from './row.ts'
import { formatTally, type Result, runRows, tally } from './run.ts'
import { skips } from './skips.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))

/**
 * Exit code: 0 when every row that has a driver passes or is a skip with a reason, 1 when one does not, 2 when a file
 * cannot be used.
 */
async function main(args: readonly string[]): Promise<number> {
  const isJson = args.includes('--json')
  const named = args.filter((arg) => arg !== '--json')
  const files = named.length > 0 ? named : corpusFiles()
  try {
    const rows = files.flatMap((file) => readRows(readFileSync(file, 'utf8'), file))
    const results = await runRows(rows, drivers, skips)
    console.log(isJson ? JSON.stringify(tally(results)) : text(results))
    return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 2
  }
}

function corpusFiles(): readonly string[] {
  if (!existsSync(corpus)) {
    console.error(`no corpus: ${corpus} is absent; name files of rows instead`)
    return []
  }
  return readdirSync(corpus)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => `${corpus}${name}`)
}

function text(results: readonly Result[]): string {
  const told = results.flatMap(({ outcome, kind, id, message }) => {
    if (outcome === 'failed') return [`failed: ${kind} ${id}\n  ${message}`]
    return message === undefined || outcome !== 'passed' ? [] : [`${kind} ${id}: ${message}`]
  })
  return [...told, formatTally(tally(results))].join('\n')
}

/** The rows are run while this module is loaded, since their code loads others as it goes. */
export const exitCode: number = await main(process.argv.slice(2))
