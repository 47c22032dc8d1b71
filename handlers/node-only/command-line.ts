import { parseArgs } from 'node:util'

/** Words that mean nothing to us: exit code 2, with the usage. */
export class UsageError extends Error {
  constructor(message: string) {
    super(`${message}\nTry: plumbline --help`)
    this.name = 'UsageError'
  }
}

/** Every option that some command takes. */
const options = {
  host: { type: 'string' },
  port: { type: 'string' },
  namespace: { type: 'string', short: 'n' },
  context: { type: 'string' },
  server: { type: 'string' },
  settings: { type: 'string' },
  delivery: { type: 'boolean' },
  json: { type: 'boolean' },
  prune: { type: 'boolean' },
  reorder: { type: 'string' },
  'load-restrictor': { type: 'string' },
  resource: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

export type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
export type OptionName = keyof typeof options

/** What follows a command's name. */
export interface Words {
  readonly rest: readonly string[]
  readonly values: Values
}

export type CommandLine<Command> =
  | { readonly kind: 'version' }
  /** Of one command, or of all. */
  | { readonly kind: 'help'; readonly command?: Command }
  | { readonly kind: 'run'; readonly command: Command; readonly words: Words }

interface Named {
  readonly name: string
  readonly options: readonly OptionName[]
}

/** Reads the words after `plumbline`. Throws `UsageError`. */
export function readCommandLine<Command extends Named>(
  words: readonly string[],
  commands: readonly Command[],
): CommandLine<Command> {
  const { values, positionals } = split(words)
  const [name, ...rest] = positionals[0] === 'help' ? positionals.slice(1) : positionals
  if (values.version === true) return { kind: 'version' }
  if (name === undefined) return { kind: 'help' }
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined) throw new UsageError(`there is no command ${JSON.stringify(name)}`)
  if (values.help === true || positionals[0] === 'help') return { kind: 'help', command }
  refuseOthers(name, values, command.options)
  return { kind: 'run', command, words: { rest, values } }
}

export function refuseOthers(name: string, values: Values, takes: readonly OptionName[]): void {
  for (const option of Object.keys(values)) {
    if (!takes.some((taken) => taken === option)) throw new UsageError(`${name} takes no --${option}`)
  }
}

export function onlyOne(rest: readonly string[], complaint: string): string {
  const [first, ...others] = rest
  if (first === undefined || others.length > 0) throw new UsageError(complaint)
  return first
}

function split(words: readonly string[]): { values: Values; positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'these words cannot be read')
  }
}
