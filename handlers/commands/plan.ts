import { statSync } from 'node:fs'
import { inspect } from '../../src/engine/ask.ts'
import { reconcile } from '../../src/engine/reconcile.ts'
import type { RosterEntry } from '../../src/engine/roster.ts'
import { createSourceReading } from '../../src/engine/source-reading.ts'
import { whyNotANamespace } from '../../src/kube/object-name.ts'
import { present } from '../../src/settings/present.ts'
import { defaultKubeconfig } from '../node-only/cluster-access.ts'
import { onlyOne, refuseOthers, UsageError, type Words } from '../node-only/command-line.ts'
import { directoryApp } from '../node-only/directory.ts'
import { declaredPorts, quietPorts } from '../node-only/quiet-ports.ts'
import type { Command } from './command.ts'
import { inDirectory } from './in-directory.ts'
import { tell } from './tell.ts'

export const planCommand: Command = {
  name: 'plan',
  usage: [
    ['plan DIR [--namespace NS] [--context C]', 'what applying DIR to a cluster would do'],
    ['plan [APP…]', 'what a sync would do'],
  ],
  details:
    'Nothing is written. DIR is looked at as one application named after the folder, in the cluster that kubectl would use.\nExit code 0: a sync would do nothing; 1: it would do something, or is refused.',
  options: ['json', 'namespace', 'context'],
  async run(words) {
    const asked = readPlan(words, isDirectory)
    if (asked.kind === 'directory') return planDirectory(asked)
    const { ports } = await declaredPorts()
    return tell(await inspect(ports, asked.applications), 'plan', asked.json)
  },
}

type Asked =
  | {
      readonly kind: 'directory'
      readonly directory: string
      readonly namespace: string
      readonly context?: string
      readonly json: boolean
    }
  | { readonly kind: 'declared'; readonly applications: readonly string[]; readonly json: boolean }

/** `isDirectory` tells a folder from an application's name. Throws `UsageError`. */
export function readPlan({ rest, values }: Words, isDirectory: (path: string) => boolean): Asked {
  const [first] = rest
  const json = values.json ?? false
  if (first === undefined || !(first.includes('/') || first.startsWith('.') || isDirectory(first))) {
    refuseOthers('plan of declared applications', values, ['json'])
    return { kind: 'declared', applications: rest, json }
  }
  const directory = onlyOne(rest, 'plan takes one folder, or names of applications')
  const { namespace = 'default', context } = values
  const flaw = whyNotANamespace(namespace)
  if (flaw !== undefined) throw new UsageError(`--namespace ${flaw}, not ${JSON.stringify(namespace)}`)
  return { kind: 'directory', directory, namespace, json, ...present({ context }) }
}

async function planDirectory(asked: Extract<Asked, { kind: 'directory' }>): ReturnType<Command['run']> {
  const kubeconfig = defaultKubeconfig(process.env)
  const app = directoryApp(asked.directory, { ...asked, kubeconfig })
  const { root, application } = app
  const { ports } = await quietPorts(app.settings)
  const { commit, source } = await inDirectory(app, createSourceReading(ports), async (of, at, tree) => {
    const rendered = await ports.renders.render(of, at, tree)
    const found: RosterEntry['source'] = { kind: 'rendered', rendered, tree }
    return { commit: at, source: found }
  })
  const entry: RosterEntry = { application, root, cluster: root.cluster, declaredBy: commit, source }
  const { report } = await reconcile(ports, entry, { asked: false, mayWrite: false })
  return tell({ applications: [report], problems: [], unknown: [] }, 'plan', asked.json)
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
