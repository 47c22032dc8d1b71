import type { NodeFetch } from './node-fetch-with-ca.ts'

interface Options {
  /** Where it leads, for people. */
  readonly address: string
  /** How long nothing is said, and how long between two lines. */
  readonly milliseconds: number
  readonly say: (line: string) => void
}

/** Tells whoever waits at a terminal what they wait for, as long as an answer has not begun. */
export function sayWhenSlow(fetch: NodeFetch, { address, milliseconds, say }: Options): NodeFetch {
  let waiting = 0
  let timer: NodeJS.Timeout | undefined
  let since = 0

  function tell(): void {
    say(`waits for ${address} (${Math.round((performance.now() - since) / 1000)} s)`)
  }

  return async (request) => {
    waiting += 1
    if (waiting === 1) {
      since = performance.now()
      timer = setInterval(tell, milliseconds)
    }
    try {
      return await fetch(request)
    } finally {
      waiting -= 1
      if (waiting === 0) clearInterval(timer)
    }
  }
}
