import type { Job, Queue } from '../../src/engine/queue.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'

/** A producer binding. https://developers.cloudflare.com/queues/configuration/javascript-apis/ */
export interface JobsBinding {
  send(job: Job, options: { readonly contentType: 'json'; readonly delaySeconds: number }): Promise<unknown>
}

/** What Cloudflare takes; a job that comes earlier than it was asked for looks how things stand, and waits again. */
const longestDelay = 12 * 3600

/** The producer binding of a Worker. Throws `SettingsError`: without it every delivery would be lost. */
export function jobsOf({ JOBS: jobs }: Readonly<Record<string, unknown>>): JobsBinding {
  if (isJobsBinding(jobs)) return jobs
  const advice = 'bind one by [[queues.producers]], as wrangler.toml does'
  throw new SettingsError('missing', `the binding JOBS: is no queue; ${advice}`)
}

function isJobsBinding(value: unknown): value is JobsBinding {
  return typeof value === 'object' && value !== null && 'send' in value && typeof value.send === 'function'
}

/** Jobs as messages of a Cloudflare queue. */
export function createJobQueue(jobs: JobsBinding): Queue {
  return {
    async enqueue(job, delaySeconds) {
      const seconds = Math.min(Math.max(0, Math.ceil(delaySeconds)), longestDelay)
      await jobs.send(job, { contentType: 'json', delaySeconds: seconds })
    },
  }
}
