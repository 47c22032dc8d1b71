import { inspect } from '../../src/engine/ask.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import type { Json } from '../../src/kube/json.ts'
import { reportText } from '../../src/report/report-text.ts'
import { aWorld, type Files, type Instance, type World, type WorldOptions } from './world.ts'

/** A world with one instance, told as a person lives it: pushes, kubectl, `plumbline status`. */
export interface Story {
  readonly world: World
  readonly instance: Instance
  /** Pushes to `main` and waits until all is answered; the newest commit status `plumbline/sync`. */
  push(files: Files): Promise<{ readonly commit: CommitSha; readonly status: string }>
  /** What `plumbline status` prints. */
  status(...applications: string[]): Promise<string>
  /** Looks at every application, as the timer does. */
  sweep(): Promise<void>
  /** Any path of the cluster's API; undefined where there is nothing. */
  read(path: string): Promise<Json | undefined>
  /** A server-side apply of whoever the path names as its field manager. */
  apply(path: string, body: Json): Promise<void>
  /** `kubectl scale`, `kubectl patch --type=merge` and `kubectl create`, by what they send. */
  kubectl: {
    scale(path: string, replicas: number): Promise<void>
    patch(path: string, body: Json): Promise<void>
    create(path: string, body: Json): Promise<void>
  }
}

export function aStory(options: WorldOptions = {}): Story {
  const world = aWorld(options)
  const instance = world.start()
  let pushes = 0

  async function send(
    method: string,
    path: string,
    contentType: string = 'application/json',
    body?: Json,
  ): Promise<Json | undefined> {
    const headers = {
      authorization: 'Bearer admin-token',
      'user-agent': 'kubectl/v1.36.3',
      'content-type': contentType,
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const request = new Request(`https://sandbox.test${path}`, { method, headers, ...sent })
    const response = await world.sandbox.server.fetch(request)
    world.sandbox.controllers.settle()
    if (response.status === 404 && method === 'GET') return undefined
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  async function patch(path: string, body: Json): Promise<void> {
    await send('PATCH', path, 'application/merge-patch+json', body)
  }

  return {
    world,
    instance,
    async push(files) {
      const commit = world.commit(files)
      pushes += 1
      instance.push(commit, `push-${pushes}`)
      await instance.run()
      return { commit, status: (await world.statuses(commit))['plumbline/sync'] ?? 'none' }
    },
    status: async (...applications) => reportText(await inspect(instance.ports, applications)),
    async sweep() {
      await instance.ports.queue.enqueue({ kind: 'sweep' }, 0)
      await instance.run()
    },
    read: (path) => send('GET', path),
    async apply(path, body) {
      await send('PATCH', path, 'application/apply-patch+yaml', body)
    },
    kubectl: {
      scale: (path, replicas) => patch(`${path}/scale`, { spec: { replicas } }),
      patch: (path, body) => patch(`${path}?fieldManager=kubectl-patch`, body),
      async create(path, body) {
        await send('POST', `${path}?fieldManager=kubectl-create`, 'application/json', body)
      },
    },
  }
}
