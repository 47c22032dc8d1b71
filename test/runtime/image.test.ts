import { spawn } from 'node:child_process'
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../real/built.ts'
import { configMap, declaration } from '../support/world.ts'
import { startServedWorld } from './served-world.ts'

const nobody = 65_532
let root = ''

/** The files of the image, at the places that the Dockerfile gives them, for everybody to read and nobody to write. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'plumbline-image-'))
  await ensureBuilt()
  const copies = [
    ...(await readFile('Dockerfile', 'utf8')).matchAll(/^COPY --from=build \/build\/(\S+) (\S+)$/gm),
  ]
  for (const [, from = '', to = ''] of copies) {
    await cp(from, join(root, to), { recursive: true })
  }
  for (const path of ['.', ...(await readdir(root, { recursive: true }))])
    await chmod(join(root, path), 0o555)
}, 120_000)

afterAll(() => rm(root, { recursive: true, force: true }))

/** Its program as the Dockerfile starts it, as nobody, where Node forbids every write, process and thread. */
async function start(words: readonly string[], env: Readonly<Record<string, string>>) {
  const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(await readFile('Dockerfile', 'utf8')) ?? []
  const [, program = ''] = JSON.parse(entry) as string[]
  const guard = ['--no-warnings', '--experimental-permission', '--allow-fs-read=*']
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  return spawn(process.execPath, [...guard, join(root, program), ...words], {
    env: { ...env },
    cwd: root,
    ...asNobody,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('the image runs as nobody, from a few small files', async () => {
  expect(await readFile('Dockerfile', 'utf8')).toMatch(new RegExp(`^USER ${nobody}:${nobody}$`, 'm'))
  const files = (await readdir('dist/handlers')).map((name) => stat(join('dist/handlers', name)))
  const sizes = (await Promise.all(files)).map(({ size }) => size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(6_000_000)
})

test('its program syncs and answers where it may write nothing', async () => {
  const world = await startServedWorld()
  const commit = world.commit({
    'root/web.yaml': declaration('web'),
    'apps/web/settings.yaml': configMap('settings', 'one'),
  })
  const child = await start(['serve', '--host', '127.0.0.1', '--port', '0'], world.texts)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  try {
    const lines: string[] = []
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
    await expect
      .poll(() => world.statuses(commit), { timeout: 60_000, interval: 250 })
      .toMatchObject({ 'plumbline/sync': 'success: 1 app: Synced and Healthy' })
    expect(lines.join('\n')).toContain('"message":"listening"')
  } finally {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    await world.stop()
  }
})
