import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { demoCommand } from '../../handlers/commands/demo.ts'
import { openPlays, type Playing } from '../../handlers/demo/play.ts'
import { StoryError } from '../../handlers/demo/story-error.ts'

let folder: string
let printed: string
let playing: Playing | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  vi.stubEnv('TMPDIR', folder)
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
})

afterEach(async () => {
  await playing?.stop()
  playing = undefined
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const demo = (...rest: string[]) => demoCommand.run({ rest, values: {} })

test('what the running demo says is printed, and the exit code is 0', async () => {
  playing = await openPlays(new Map([['push', async (say) => say('pushed')]]))

  expect(await demo('push')).toBe(0)
  expect(printed).toBe('pushed\nIt came out as told.\n')
})

test('a play that does not come out as told says why, with exit code 1', async () => {
  const fails = async () => {
    throw new StoryError('it was red')
  }
  playing = await openPlays(new Map([['push', fails]]))

  expect(await demo('push')).toBe(1)
  expect(printed).toContain('It went wrong: it was red')
})

test('a word that the demo does not know, and a demo that does not run, are told apart', async () => {
  await expect(demo('push')).rejects.toThrow('no demo is running')

  playing = await openPlays(new Map())

  await expect(demo('push')).rejects.toThrow('the demo knows no "push"')
  await expect(demo('../push')).rejects.toThrow('demo takes one word')
})

test('nothing is left behind by a demo that was stopped', async () => {
  playing = await openPlays(new Map())
  await playing.stop()
  playing = undefined

  await expect(demo('push')).rejects.toThrow('no demo is running')
})
