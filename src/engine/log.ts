import type { Json } from '../kube/json.ts'

/** One line of the log: a constant message and the facts beside it. No body and no secret goes into it. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  facts: { readonly [key: string]: Json },
) => void
