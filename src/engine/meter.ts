import type { Turn } from '../errors.ts'
import type { Job } from './queue.ts'

/** Parts of the pipe that take time. */
export type Stage = 'resolve' | 'render' | 'compare' | 'plan' | 'sync' | 'report'

/**
 * What an operator counts. Nothing in it comes from a payload, a manifest or an answer: names are those of the
 * settings, everything else is one of a few words.
 */
export type Measured =
  | {
      readonly kind: 'delivery'
      readonly dialect: string
      readonly host?: string
      readonly event: string
      readonly outcome: DeliveryOutcome
    }
  | { readonly kind: 'job'; readonly job: Job['kind']; readonly outcome: 'done' | 'again' | 'failed' }
  | { readonly kind: 'stage'; readonly stage: Stage; readonly seconds: number }
  /** A request to a cluster or a Git host, with what became of it. */
  | {
      readonly kind: 'request'
      readonly to: 'cluster' | 'host'
      readonly name: string
      readonly outcome: RequestOutcome
      readonly seconds: number
    }
  /** A pass over the applications of a cluster has ended, here or, just before, in another instance. */
  | { readonly kind: 'swept'; readonly cluster: string; readonly at: number }
  | { readonly kind: 'sync'; readonly result: 'Succeeded' | 'Failed' | 'Error'; readonly pruned: number }
  | { readonly kind: 'problem'; readonly turn: Turn }
  /** Somebody else wrote a record first. */
  | { readonly kind: 'record-lost' }

export type DeliveryOutcome = 'accepted' | 'repeated' | 'ignored' | 'refused' | 'answered'

/** `none`: no answer came. */
export type RequestOutcome = '2xx' | '3xx' | '4xx' | '5xx' | 'none'

/** Told of each as it happens. It never throws and never waits. */
export type Meter = (measured: Measured) => void

/** Who measures, and the clock: milliseconds. */
export interface Measuring {
  readonly meter?: Meter
  now(): number
}

/** Tells how long a stage took, whether it came to an end or not. */
export async function timed<T>(measuring: Measuring, stage: Stage, work: () => Promise<T>): Promise<T> {
  const since = measuring.now()
  try {
    return await work()
  } finally {
    measuring.meter?.({ kind: 'stage', stage, seconds: (measuring.now() - since) / 1000 })
  }
}
