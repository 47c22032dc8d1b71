// npm run conformance -- [FILE...] [--json]: runs the rows of the corpus, or of the files named, against our code.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const { module } = await runnerImport(main, { logLevel: 'error' })
process.exitCode = module.exitCode
