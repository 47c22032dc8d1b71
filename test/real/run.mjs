// Keeps a real control plane running until interrupted and prints where it is, for work on the tests:
// `PLUMBLINE_CONTROL_PLANE=<the printed file> npm run test:real` uses it instead of starting one.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const path = fileURLToPath(new URL('./control-plane.ts', import.meta.url))
const { startControlPlane } = (await runnerImport(path)).module
const { stop, ...address } = await startControlPlane()
const file = process.argv[2] ?? join(mkdtempSync(join(tmpdir(), 'plumbline-')), 'control-plane.json')
writeFileSync(file, JSON.stringify(address, null, 2))
console.log(`${file}\n${JSON.stringify(address, null, 2)}`)
const alive = setInterval(() => {}, 60_000)
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    clearInterval(alive)
    void stop().then(() => process.exit(0))
  })
}
