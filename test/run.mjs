// Runs one project of vitest: `node test/run.mjs PROJECT [--full] [options of vitest]`. With `--full` random suites run
// all their cases, others each time; without it a tenth, always the same (test/support/runs.ts).
import { spawnSync } from 'node:child_process'

const [project, ...words] = process.argv.slice(2)
const full = words.includes('--full') ? { PLUMBLINE_FULL: '1' } : {}
const options = words.filter((word) => word !== '--full')
const { status } = spawnSync('vitest', ['run', '--project', project, ...options], {
  stdio: 'inherit',
  env: { ...process.env, ...full },
})
process.exitCode = status ?? 1
