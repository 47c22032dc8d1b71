import { mkdtemp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listen } from '../../handlers/node-only/listen.ts'
import { aConsole, token } from '../support/console.ts'
import { aConsoleWorld, type ConsoleWorld } from '../support/console-world.ts'
import { focusOf, type Stop, violationsOn, widthsOf } from './in-page.ts'

let browser: Browser
let known: ConsoleWorld
let open: Listening
let closed: Listening
let shots: string

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }
const screens = [
  { screen: 'desktop', viewport: desktop, colorScheme: 'light' },
  { screen: 'desktop', viewport: desktop, colorScheme: 'dark' },
  { screen: 'phone', viewport: phone, colorScheme: 'light' },
  { screen: 'phone', viewport: phone, colorScheme: 'dark' },
] as const

beforeAll(async () => {
  known = await aConsoleWorld()
  const hostname = '127.0.0.1'
  open = await listen({
    fetch: aConsole(known.instance.ports, { kind: 'loopback' }).fetch,
    hostname,
    port: 0,
  })
  closed = await listen({ fetch: aConsole(known.instance.ports).fetch, hostname, port: 0 })
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  shots = await mkdtemp(join(tmpdir(), 'plumbline-console-'))
  console.log(`screenshots: ${shots}`)
}, 300_000)

afterAll(async () => {
  await browser?.close()
  await Promise.all([open?.close(), closed?.close()])
})

async function within<Result>(
  options: BrowserContextOptions,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context: BrowserContext = await browser.newContext(options)
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const names = [
  'applications',
  'applications-filtered',
  'application',
  'application-failed',
  'application-broken',
  'application-running',
  'application-hostile',
  'run',
  'commit',
  'plan',
  'delivery',
  'deliveries',
  'absent',
] as const

describe.each(screens)('on a $screen, $colorScheme', ({ screen, viewport, colorScheme }) => {
  test.each(names)('the page %s is accessible, fits, and runs nothing', async (name) => {
    await within({ viewport, colorScheme }, async (page) => {
      const alarms: string[] = []
      page.on('dialog', (dialog) => {
        alarms.push(dialog.message())
        void dialog.dismiss()
      })
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('404')) alarms.push(message.text())
      })
      await keepStill(page)
      await page.goto(`${open.url}${known.pages[name] ?? ''}`)
      await page.screenshot({ path: join(shots, `${name}-${screen}-${colorScheme}.png`), fullPage: true })
      const [width, room] = await widthsOf(page)

      expect(await violationsOn(page, axe)).toEqual([])
      expect(width).toBe(room)
      expect(alarms).toEqual([])
    })
  })

  test('the sign-in form is accessible and fits', async () => {
    await within({ viewport, colorScheme }, async (page) => {
      await page.goto(`${closed.url}/console`)
      await page.fill('#token', 'another-token-of-the-same-length')
      await page.click('button')
      await page.screenshot({ path: join(shots, `sign-in-${screen}-${colorScheme}.png`), fullPage: true })
      expect(await page.textContent('[role=alert]')).toContain('does not open')
      expect(await violationsOn(page, axe)).toEqual([])
    })
  })
})

test.each([320, 640, 768, 897, 1024])(
  'no page is wider than a screen of %i pixels',
  async (width) => {
    await within({ viewport: { width, height: 700 } }, async (page) => {
      await keepStill(page)
      const widths: [string, number][] = []
      for (const name of names) {
        await page.goto(`${open.url}${known.pages[name] ?? ''}`)
        widths.push([name, (await widthsOf(page))[0]])
      }

      expect(widths.filter(([, content]) => content > width)).toEqual([])
    })
  },
  60_000,
)

/** A page that asks for itself again would go away while it is judged. */
async function keepStill(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const response = await route.fetch()
    const { refresh: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
}

test('without script, filters filter, search finds, and folded parts unfold', async () => {
  await within({ viewport: phone, javaScriptEnabled: false }, async (page) => {
    await page.goto(`${open.url}/console`)
    await page.fill('#q', 'ledger')
    await page.click('text=More filters')
    await page.selectOption('#order', 'name')
    await page.click('button:has-text("Show")')
    expect(new URL(page.url()).search).toBe('?q=ledger&sync=&health=&order=name')
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.click('tbody a')
    expect(await page.textContent('h1')).toContain('ledger')
  })
})

test('by keyboard: the way to the content is the first stop, every stop is seen, and each is reached in order', async () => {
  await within({ viewport: desktop }, async (page) => {
    await page.goto(`${open.url}/console/applications/web`)
    const focusable = await page
      .locator('a[href], button, input:not([type=hidden]), select, summary, [tabindex="0"]')
      .count()
    const stops = await walk(page, focusable)

    expect(stops[0]?.text).toBe('Skip to the content')
    expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([])
    expect(new Set(stops.map(({ at }) => at)).size).toBe(focusable)
    expect(stops.map(({ at }) => at)).toEqual(stops.map(({ at }) => at).toSorted((a, b) => a - b))

    await page.goto(`${open.url}/console`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect((await focusOf(page)).id).toBe('main')
  })
})

async function walk(page: Page, steps: number): Promise<readonly Stop[]> {
  const stops: Stop[] = []
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('Tab')
    stops.push(await focusOf(page))
  }
  return stops
}

test('a browser signs in, follows a link from another site without being asked again, and signs out', async () => {
  const link = `<a href="${closed.url}/console/applications/web?live=off">details</a>`
  const host = await listen({
    fetch: () => new Response(link, { headers: { 'content-type': 'text/html' } }),
    hostname: '127.0.0.1',
    port: 0,
  })
  try {
    await within({ viewport: desktop }, async (page) => {
      await page.goto(`${closed.url}/console/deliveries`)
      await page.fill('#token', token)
      await page.click('button')
      expect(await page.textContent('h1')).toBe('Deliveries')

      await page.goto(host.url.replace('127.0.0.1', 'localhost'))
      await page.click('a')
      await page.waitForURL(`${closed.url}/console/applications/web?live=off`)
      expect(await page.textContent('h1')).toContain('web')

      await page.click('text=Sign out')
      expect(await page.textContent('main')).toContain('Nothing is here')
    })
  } finally {
    await host.close()
  }
})

test('the page of a sync that is under way shows by itself how it ended', async () => {
  await within({ viewport: desktop, javaScriptEnabled: false }, async (page) => {
    await page.goto(`${open.url}/console/applications/import`)
    expect(await page.textContent('main')).toContain('The sync that is under way')
    await known.instance.run()
    await page.getByText('Last operation').waitFor({ timeout: 60_000 })
    expect(await page.textContent('main')).toMatch(/Failed/)
  })
})
