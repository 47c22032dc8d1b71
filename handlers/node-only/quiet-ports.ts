import { readFile } from 'node:fs/promises'
import { loadSettings } from '../../src/settings/load-settings.ts'
import type { Settings } from '../../src/settings.ts'
import { boundFirstContact } from './first-contact.ts'
import type { NodeFetch } from './node-fetch-with-ca.ts'
import { createNodePorts, type NodePorts } from './node-ports.ts'
import { sayWhenSlow } from './say-when-slow.ts'
import { complain } from './terminal.ts'

/** With the retries that follow, a server that never answers ends a command within 20 seconds or so. */
const firstContact = 10_000
const slow = 3_000

/** The ports of a command: nothing is logged, and it calls again by itself. Throws `SettingsError`. */
export function quietPorts(settings: Settings): Promise<NodePorts> {
  return createNodePorts({
    settings,
    env: process.env,
    log: () => {},
    queue: { enqueue: async () => {} },
    throughFetch: (fetch, address) =>
      boundFirstContact(toldWhenSlow(fetch, address), {
        address,
        milliseconds: firstContact,
        say,
        now: () => performance.now(),
      }),
  })
}

function toldWhenSlow(fetch: NodeFetch, address: string): NodeFetch {
  return process.stderr.isTTY ? sayWhenSlow(fetch, { address, milliseconds: slow, say }) : fetch
}

function say(line: string): void {
  complain(`plumbline: ${line}`)
}

/** The same with the settings that `PLUMBLINE_SETTINGS` names. */
export async function declaredPorts(): Promise<NodePorts> {
  return quietPorts(await loadSettings({ env: process.env, readFile: (path) => readFile(path, 'utf8') }))
}
