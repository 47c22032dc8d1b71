import { defineConfig } from 'vitest/config'

const unit = ['test/**/*.test.ts']
const real = ['test/real/**/*.test.ts']
const faults = ['test/faults/**/*.test.ts']
const runtime = ['test/runtime/**/*.test.ts']
const inBrowser = ['test/browser/**/*.test.ts']

/** A bound on what hangs, not on speed: a busy machine with two cores must not fail a sound test. */
const testTimeout = 60_000

const setupFiles = ['test/support/fixed-seed.ts']

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: {
    // Of two cores, one would be left to the process that only collects the results.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: unit,
          exclude: [...real, ...runtime, ...faults, ...inBrowser],
          setupFiles,
          testTimeout,
        },
      },
      // One world of modules for all of them: nothing under `src/` keeps anything between two plays.
      { test: { name: 'faults', include: faults, setupFiles, isolate: false } },
      {
        test: {
          name: 'runtime',
          include: runtime,
          setupFiles,
          globalSetup: ['test/runtime/global-setup.ts'],
          testTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'browser',
          include: inBrowser,
          setupFiles,
          testTimeout: 180_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'real',
          include: real,
          setupFiles,
          globalSetup: ['test/real/global-setup.ts'],
          testTimeout,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})

export default config
