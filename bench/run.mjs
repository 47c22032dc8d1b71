// Runs every bench and prints its figures, as ratios against a peer in the same run; with `--full` the long ones too.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const full = process.argv.includes('--full')
const folder = fileURLToPath(new URL('.', import.meta.url))
for (const file of readdirSync(folder).filter((name) => name.endsWith('.bench.ts'))) {
  const { module } = await runnerImport(`${folder}${file}`)
  for (const { name, ratio, detail } of await module.bench(full))
    console.log(`${name}: ${ratio.toFixed(1)} × ${detail}`)
}
