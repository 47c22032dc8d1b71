import { expect, test } from 'vitest'
import { loadSettings } from '../../src/settings/load-settings.ts'

const nothing = async (path: string): Promise<string> => {
  throw new Error(`no file ${path}`)
}

test('the settings may stand in the variable itself', async () => {
  const settings = await loadSettings({
    env: { PLUMBLINE_SETTINGS: 'installation: one\n' },
    readFile: nothing,
  })
  const inline = await loadSettings({ env: { PLUMBLINE_SETTINGS: '{installation: two}' }, readFile: nothing })

  expect([settings.installation, inline.installation]).toEqual(['one', 'two'])
})

test('the settings may stand in the file that the variable names', async () => {
  const readFile = async (path: string): Promise<string> => `installation: ${path.slice(1)}`

  const settings = await loadSettings({ env: { PLUMBLINE_SETTINGS: '/three' }, readFile })

  expect(settings.installation).toBe('three')
})

test('problems in a file name the file', async () => {
  const readFile = async (): Promise<string> => 'sweeps: {}'

  await expect(
    loadSettings({ env: { PLUMBLINE_SETTINGS: '/etc/settings.yaml' }, readFile }),
  ).rejects.toMatchObject({
    code: 'invalid',
    message: '/etc/settings.yaml:1: sweeps: is not a known field; remove it or correct its name',
  })
})

test.each([[undefined], [''], ['  ']])('without settings the variable is asked for (%j)', async (value) => {
  await expect(loadSettings({ env: { PLUMBLINE_SETTINGS: value }, readFile: nothing })).rejects.toMatchObject(
    {
      code: 'missing',
      turn: 'operator',
    },
  )
})

test('a file that cannot be read is named', async () => {
  const source = { env: { PLUMBLINE_SETTINGS: '/gone.yaml' }, readFile: nothing }

  await expect(loadSettings(source)).rejects.toMatchObject({
    code: 'unreadable',
    subject: { file: '/gone.yaml' },
  })
})
