import type { Ports } from './ports.ts'

/** Looks at every application. */
export async function sweep(_ports: Ports): Promise<void> {
  throw new Error('nothing enqueues this yet')
}
