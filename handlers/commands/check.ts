import { readFile } from 'node:fs/promises'
import { check } from '../../src/engine/check/check.ts'
import { checkText } from '../../src/report/check-text.ts'
import type { CheckUp, Finding } from '../../src/report/check-up.ts'
import { loadSettings } from '../../src/settings/load-settings.ts'
import { present } from '../../src/settings/present.ts'
import { type SettingsSource, secretReader } from '../../src/settings/secret-reader.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'
import type { Settings } from '../../src/settings.ts'
import { checkSecrets } from '../node-only/check-secrets.ts'
import { UsageError } from '../node-only/command-line.ts'
import type { ExitCode } from '../node-only/exit-code.ts'
import { quietPorts } from '../node-only/quiet-ports.ts'
import type { Command } from './command.ts'

export const checkCommand: Command = {
  name: 'check',
  usage: [
    [
      'check [--settings FILE] [--server URL]',
      'whether settings, secrets, webhooks and rights are as needed',
    ],
  ],
  details:
    'Says of each part of the settings what is right, or what to do: secrets, Git hosts and what their tokens may do,\nwebhooks, clusters and what their accounts may do there, roots. Nothing is written, and no secret is shown. --server is\nwhere Git hosts reach the server, so that webhooks are held to it. Exit code 2: something is to be mended; 3: something\ndid not answer.',
  options: ['json', 'settings', 'server'],
  async run({ rest, values }) {
    if (rest.length > 0) throw new UsageError('check takes no further words')
    const { settings: file, server: publicUrl, json = false } = values
    const env = file === undefined ? process.env : { ...process.env, PLUMBLINE_SETTINGS: file }
    const found = await lookAt({ env, readFile: (path) => readFile(path, 'utf8') }, present({ publicUrl }))
    process.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : checkText(found))
    return exitCodeOfFindings(found)
  },
}

async function lookAt(source: SettingsSource, options: { readonly publicUrl?: string }): Promise<CheckUp> {
  const settings = await read(source)
  if ('findings' in settings) return settings
  const { findings, usable } = await checkSecrets(settings, secretReader(source), source.env)
  const { ports } = await quietPorts(usable)
  const found = await check(ports, options)
  return { findings: [summary(settings), ...findings, ...found.findings] }
}

async function read(source: SettingsSource): Promise<Settings | CheckUp> {
  try {
    return await loadSettings(source)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return {
      findings: error.message.split('\n').map((says) => ({ about: 'settings', verdict: 'wrong', says })),
    }
  }
}

function summary({ installation, hosts, clusters, roots }: Settings): Finding {
  const says = `installation ${installation}: hosts ${hosts.length}, clusters ${clusters.length}, roots ${roots.length}`
  return roots.length === 0
    ? {
        about: 'settings',
        verdict: 'wrong',
        says: `${says}; without a root there is nothing to do: name one`,
      }
    : { about: 'settings', verdict: 'right', says }
}

function exitCodeOfFindings({ findings }: CheckUp): ExitCode {
  const verdicts = new Set(findings.map(({ verdict }) => verdict))
  if (verdicts.has('no-answer')) return 3
  return verdicts.has('wrong') ? 2 : 0
}
