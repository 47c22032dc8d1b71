import { defineConfig } from 'vitest/config'

const unit = ['test/**/*.test.ts']
const real = ['test/real/**/*.test.ts']

/** A bound on what hangs, not on speed: a busy machine with two cores must not fail a sound test. */
const testTimeout = 60_000

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: unit, exclude: real, testTimeout } },
      {
        test: {
          name: 'real',
          include: real,
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
