import { serve } from '@hono/node-server'

export interface Listening {
  /** `http://127.0.0.1:8080` */
  readonly url: string
  close(): Promise<void>
}

interface Options {
  readonly fetch: (request: Request) => Response | Promise<Response>
  readonly hostname: string
  /** 0 takes a free one. */
  readonly port: number
}

/** Serves a fetch function over HTTP/1.1; resolves once it listens, rejects when the address is taken. */
export function listen({ fetch, hostname, port }: Options): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname, port }, (address) => {
      resolve({ url: `http://${hostname}:${address.port}`, close: () => close() })
    })
    server.once('error', reject)

    function close(): Promise<void> {
      return new Promise((closed) => {
        server.close(() => closed())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    }
  })
}
