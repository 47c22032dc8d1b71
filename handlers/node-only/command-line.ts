import { parseArgs } from 'node:util'

/** What a person asked for. */
export type Command =
  | { readonly command: 'help'; readonly text: string }
  | { readonly command: 'version' }
  | { readonly command: 'serve'; readonly hostname: string; readonly port: number }
  | { readonly command: 'render'; readonly directory: string }
  | {
      readonly command: 'plan-directory'
      readonly directory: string
      readonly namespace: string
      readonly context?: string
      readonly json: boolean
    }
  | {
      readonly command: 'plan' | 'sync' | 'status'
      readonly applications: readonly string[]
      readonly json: boolean
    }

/** Words that mean nothing to us: exit code 2, with the usage. */
export class UsageError extends Error {
  constructor(message: string) {
    super(`${message}\nTry: plumbline --help`)
    this.name = 'UsageError'
  }
}

export const usage = `plumbline: GitOps as a function

  plumbline serve [--host 0.0.0.0] [--port 8080]   answer webhooks and sync
  plumbline render DIR                             print what DIR renders to
  plumbline plan DIR [--namespace NS] [--context C]
                                                   what applying DIR to a cluster would do, as one application
                                                   named after the folder
  plumbline plan [APP…]                            what a sync would do
  plumbline sync [APP…]                            sync now, and wait until it has ended
  plumbline status [APP…]                          sync and health; each differing field under its object

  --json      machine-readable output for plan, sync and status
  --version   --help

All but render and plan DIR read their settings from PLUMBLINE_SETTINGS: the path of a YAML file, or its text.
Exit codes: 0 in order, 1 differences or not healthy, 2 input that cannot be used, 3 could not find out.
`

const options = {
  host: { type: 'string' },
  port: { type: 'string' },
  namespace: { type: 'string', short: 'n' },
  context: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** Options that a command takes; any other is refused rather than ignored. */
const accepted: { readonly [command: string]: readonly (keyof Values)[] } = {
  serve: ['host', 'port'],
  render: [],
  plan: ['json', 'namespace', 'context'],
  sync: ['json'],
  status: ['json'],
}

/** Reads the words after `plumbline`. `isDirectory` tells a folder from an application's name. Throws `UsageError`. */
export function readCommandLine(words: readonly string[], isDirectory: (path: string) => boolean): Command {
  const { values, positionals } = split(words)
  const [name, ...rest] = positionals
  if (values.version === true) return { command: 'version' }
  if (values.help === true || name === undefined || name === 'help') return { command: 'help', text: usage }
  const takes = Object.hasOwn(accepted, name) ? accepted[name] : undefined
  if (takes === undefined) throw new UsageError(`there is no command ${JSON.stringify(name)}`)
  refuseOthers(name, values, takes)
  return commandOf(name, rest, values, isDirectory)
}

function commandOf(
  name: string,
  rest: readonly string[],
  values: Values,
  isDirectory: (path: string) => boolean,
): Command {
  switch (name) {
    case 'serve':
      if (rest.length > 0) throw new UsageError('serve takes no further words')
      return { command: 'serve', hostname: values.host ?? '0.0.0.0', port: portOf(values.port ?? '8080') }
    case 'render':
      return { command: 'render', directory: onlyOne(rest, 'render takes one folder') }
    case 'sync':
    case 'status':
      return { command: name, applications: rest, json: values.json ?? false }
    default:
      return planOf(rest, values, isDirectory)
  }
}

function planOf(rest: readonly string[], values: Values, isDirectory: (path: string) => boolean): Command {
  const [first] = rest
  const json = values.json ?? false
  if (first === undefined || !(first.includes('/') || first.startsWith('.') || isDirectory(first))) {
    refuseOthers('plan of declared applications', values, ['json'])
    return { command: 'plan', applications: rest, json }
  }
  const directory = onlyOne(rest, 'plan takes one folder, or names of applications')
  const context = values.context === undefined ? {} : { context: values.context }
  return { command: 'plan-directory', directory, namespace: values.namespace ?? 'default', json, ...context }
}

function split(words: readonly string[]): { values: Values; positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'these words cannot be read')
  }
}

function refuseOthers(name: string, values: Values, takes: readonly (keyof Values)[]): void {
  for (const option of Object.keys(values)) {
    if (!takes.some((taken) => taken === option)) throw new UsageError(`${name} takes no --${option}`)
  }
}

function onlyOne(rest: readonly string[], complaint: string): string {
  const [first, ...others] = rest
  if (first === undefined || others.length > 0) throw new UsageError(complaint)
  return first
}

function portOf(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535))
    throw new UsageError(`--port must be a number from 0 to 65535, not ${JSON.stringify(text)}`)
  return port
}
