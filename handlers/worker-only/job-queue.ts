import type { Job, Queue } from '../../src/engine/queue.ts'

/** A producer binding. https://developers.cloudflare.com/queues/configuration/javascript-apis/ */
export interface JobsBinding {
  send(job: Job, options: { readonly contentType: 'json'; readonly delaySeconds: number }): Promise<unknown>
}

/** What Cloudflare takes; a job that comes earlier than it was asked for looks how things stand, and waits again. */
const longestDelay = 12 * 3600

/** Jobs as messages of a Cloudflare queue. */
export function createJobQueue(jobs: JobsBinding): Queue {
  return {
    async enqueue(job, delaySeconds) {
      const seconds = Math.min(Math.max(0, Math.ceil(delaySeconds)), longestDelay)
      await jobs.send(job, { contentType: 'json', delaySeconds: seconds })
    },
  }
}
