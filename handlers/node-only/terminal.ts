import { readFile } from 'node:fs/promises'
import { loadSettings } from '../../src/settings/load-settings.ts'
import type { Settings } from '../../src/settings.ts'
import { boundFirstContact } from './first-contact.ts'
import { createNodePorts, type NodePorts } from './node-ports.ts'

/** With the retries that follow, a cluster that never answers ends a command within 20 seconds or so. */
const firstContact = 10_000

/** The ports of a command: nothing is logged, and it calls again by itself. Throws `SettingsError`. */
export function quietPorts(settings: Settings): Promise<NodePorts> {
  return createNodePorts({
    settings,
    env: process.env,
    log: () => {},
    queue: { enqueue: async () => {} },
    throughFetch: (fetch, address) =>
      boundFirstContact(fetch, {
        address,
        milliseconds: firstContact,
        say: (line) => void process.stderr.write(`plumbline: ${line}\n`),
        now: () => performance.now(),
      }),
  })
}

/** The same with the settings that `PLUMBLINE_SETTINGS` names. */
export async function declaredPorts(): Promise<NodePorts> {
  return quietPorts(await loadSettings({ env: process.env, readFile: (path) => readFile(path, 'utf8') }))
}

export async function print(text: string): Promise<0> {
  process.stdout.write(text)
  return 0
}
