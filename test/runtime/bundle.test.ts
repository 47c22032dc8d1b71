import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'

test('the bundle is under 1 MB gzipped and asks for nothing of Node', async () => {
  const text = await readFile(join(inject('bundle'), 'worker.js'), 'utf8')
  expect(gzipSync(text).length).toBeLessThan(1_000_000)
  expect(text).toContain('PLUMBLINE_SETTINGS')
  // `global.process?.getBuiltinModule?.("node:…")` of hono/jsx is no import: where there is no process, nothing is asked.
  expect(text.match(/(?<!\?\.\()["'`]node:\w+|\brequire\(|\bimport\(["'`].*|^import\b.*/gm)).toBeNull()
})
