import { Agent, request } from 'node:http'
import type { CapturedDelivery } from '../world/sandbox-calls.ts'

/** Sends deliveries to one address over connections that stay open. */
export interface Sender {
  /** Milliseconds until the answer is there. Throws for any but 2xx. */
  readonly send: (delivery: CapturedDelivery) => Promise<number>
  close(): void
}

export function createSender(url: string, connections: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    send: (delivery) => post(url, agent, delivery, performance.now()),
    close: () => agent.destroy(),
  }
}

/** A connection that the server closed just then is no answer: https://nodejs.org/api/http.html#requestreusedsocket */
function post(url: string, agent: Agent, delivery: CapturedDelivery, start: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const { headers, body } = delivery
    const asked = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.once('end', () => {
        const { statusCode = 0 } = response
        if (statusCode < 200 || statusCode > 299) reject(new Error(`a webhook was answered ${statusCode}`))
        else resolve(performance.now() - start)
      })
    })
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(post(url, agent, delivery, start))
      else reject(error)
    })
    asked.end(body)
  })
}

/** The same as the host would tell it of another event: with an id of its own. */
export function again({ headers, body }: CapturedDelivery, id: string): CapturedDelivery {
  return { headers: { ...headers, 'x-gitea-delivery': id }, body }
}
