// npm run bench -- [NAME...] [--full] [--real] [--json FILE]: measures, prints a table with goals beside the figures,
// and writes the same as JSON (bench/results/ unless told). `--full`: the long cases too; `--real`: those on a real
// Git host and API server too, which needs Go.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const { module } = await runnerImport(main, { logLevel: 'error' })
process.exitCode = await module.main(process.argv.slice(2))
