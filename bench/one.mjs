// One bench in a process of its own: whatever it has started ends with it. Its figures go to the parent.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

process.once('SIGTERM', () => process.exit(1))
process.once('disconnect', () => process.exit(1))
const file = fileURLToPath(new URL('./process/figures.mjs', import.meta.url))
const { module } = await runnerImport(file, { logLevel: 'error' })
process.send(module.figures, () => process.exit(0))
