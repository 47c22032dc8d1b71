import { getOwn } from '../../src/kube/json.ts'
import type { Command } from './command.ts'

/** In the order in which the help shows them. Each is loaded alone, so that none waits for what others need. */
const loaders: { readonly [name: string]: () => Promise<Command> } = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  check: async () => (await import('./check.ts')).checkCommand,
  render: async () => (await import('./render.ts')).renderCommand,
  plan: async () => (await import('./plan.ts')).planCommand,
  sync: async () => (await import('./sync.ts')).syncCommand,
  sweep: async () => (await import('./sweep.ts')).sweepCommand,
  ack: async () => (await import('./ack.ts')).ackCommand,
  terminate: async () => (await import('./terminate.ts')).terminateCommand,
  adopt: async () => (await import('./adopt.ts')).adoptCommand,
  status: async () => (await import('./status.ts')).statusCommand,
  explain: async () => (await import('./explain.ts')).explainCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
}

export function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(loaders).map((load) => load()))
}

/** Those that the words may mean: the command whose name they start with, else all. */
export async function commandsFor([first = '']: readonly string[]): Promise<readonly Command[]> {
  const load = getOwn(loaders, first)
  return load === undefined ? allCommands() : [await load()]
}
