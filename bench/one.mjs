// One bench in a process of its own: whatever it has started ends with it. Its figures go to the parent.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

process.once('SIGTERM', () => process.exit(1))
process.once('disconnect', () => process.exit(1))
const [name, size] = process.argv.slice(2)
const file = fileURLToPath(new URL(`./${name}.bench.ts`, import.meta.url))
const { module } = await runnerImport(file, { logLevel: 'error' })
process.send(await module.bench(size === 'full'), () => process.exit(0))
