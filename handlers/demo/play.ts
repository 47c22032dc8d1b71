import { randomUUID } from 'node:crypto'
import { asTold, removeDemoAddress, writeDemoAddress } from '../node-only/demo-address.ts'
import { listen } from '../node-only/listen.ts'
import type { Say } from './story-error.ts'

/** What `plumbline demo NAME` does in the running demo. Throws `StoryError` where it does not come out as told. */
export type Plays = ReadonlyMap<string, (say: Say) => Promise<void>>

export interface Playing {
  stop(): Promise<void>
}

/** Lets `plumbline demo` reach the demo: over loopback, at a path that only this user is told. */
export async function openPlays(plays: Plays): Promise<Playing> {
  const secret = randomUUID()
  const listening = await listen({
    fetch: (request) => answer(plays, secret, request),
    hostname: '127.0.0.1',
    port: 0,
  })
  const url = `${listening.url}/${secret}`
  await writeDemoAddress(url)
  return {
    async stop() {
      await removeDemoAddress(url)
      await listening.close()
    },
  }
}

function answer(plays: Plays, secret: string, request: Request): Response {
  const [, given, name = ''] = new URL(request.url).pathname.split('/')
  const play = request.method === 'POST' && given === secret ? plays.get(name) : undefined
  return play === undefined ? new Response(null, { status: 404 }) : new Response(tellingOf(play))
}

/** What is said, as it is said; the last line is how it ended. */
function tellingOf(play: (say: Say) => Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async start(controller) {
      const say: Say = (line) => controller.enqueue(encoder.encode(`${line}\n`))
      say(await play(say).then(() => asTold, reasonOf))
      controller.close()
    },
  })
}

function reasonOf(error: unknown): string {
  return `It went wrong: ${error instanceof Error ? error.message : String(error)}`
}
