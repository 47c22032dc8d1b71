import { defineConfig } from 'vitest/config'

const unit = ['test/**/*.test.ts']
const real = ['test/real/**/*.test.ts']
const conformance = ['test/conformance/**/*.test.ts']

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: unit, exclude: [...real, ...conformance] } },
      {
        test: {
          name: 'real',
          include: real,
          globalSetup: ['test/real/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      { test: { name: 'conformance', include: conformance } },
    ],
  },
})

export default config
