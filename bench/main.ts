import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Figure } from './figure.ts'
import { runBench } from './process/bench-process.ts'
import { head, line } from './table.ts'

const folder = import.meta.dirname
const ending = '.bench.ts'
/** Seconds of one bench. */
const longest = 150
const longestReal = 600
const longestFull = 1_800

/** Runs benches one after the other, prints their figures as they come, and writes them down. The exit code. */
export async function main(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { full: { type: 'boolean' }, real: { type: 'boolean' }, json: { type: 'string' } },
  })
  const names = await chosen(positionals, values.real ?? false)
  if (names === undefined) return 2
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const before = loadavg()
  const at = new Date().toISOString()
  console.log(head)
  const figures: Figure[] = []
  const failed: string[] = []
  const full = values.full ?? false
  for (const name of names) {
    try {
      for (const figure of await runBench(name, full, longestOf(name, full))) {
        console.log(line(figure))
        figures.push(figure)
      }
    } catch (error) {
      failed.push(name)
      console.error(`${name} broke off: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const machine = { cores: availableParallelism(), node: process.version, load: { before, after: loadavg() } }
  const file = values.json ?? join(folder, 'results', `${at.replaceAll(':', '-')}.json`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify({ at, machine, figures, failed }, null, 2)}\n`)
  const loads = [before[0], machine.load.after[0]].map((load) => load?.toFixed(1)).join(' before, ')
  console.log(`${machine.cores} cores, load ${loads} after, Node ${process.version}; written to ${file}`)
  return failed.length === 0 ? 0 : 1
}

function longestOf(name: string, full: boolean): number {
  if (full) return longestFull
  return isReal(name) ? longestReal : longest
}

/** It needs what is not part of a clone. */
function isReal(name: string): boolean {
  return name.endsWith('.real')
}

/** Those named; else all, with those on real components only where they are wished for. */
async function chosen(wished: readonly string[], real: boolean): Promise<readonly string[] | undefined> {
  const files = await readdir(folder)
  const all = files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length))
  const unknown = wished.filter((name) => !all.includes(name))
  if (unknown.length > 0) {
    console.error(`there is no bench ${unknown.join(', ')}; there are ${all.join(', ')}`)
    return undefined
  }
  if (wished.length > 0) return wished
  return all.filter((name) => real || !isReal(name))
}
