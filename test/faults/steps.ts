import type { Json } from '../../src/kube/json.ts'
import { declaration, type Files } from '../support/world.ts'
import type { Step } from './play.ts'

export const pruning = { policy: 'automated: { prune: true }' }
export const healing = { policy: 'automated: { selfHeal: true }' }

/** A push to `main`, and its webhook. */
export function pushes(files: Files): Step {
  return ({ world, commits }) => {
    const commit = world.commit(files)
    commits.push(commit)
    return (instance) => instance.push(commit)
  }
}

/** Somebody else changes an object in place; the timer finds it. */
export function edits(path: string, body: Json): Step {
  return ({ world }) => {
    const request = new Request(`https://sandbox.test${path}?fieldManager=kubectl-edit`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer admin-token', 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify(body),
    })
    return async (instance) => {
      await world.sandbox.server.fetch(request.clone())
      world.sandbox.controllers.settle()
      world.sandbox.clock.advance(181_000)
      await instance.ports.queue.enqueue({ kind: 'sweep' }, 0)
    }
  }
}

/** An application `web` that reads what lies below `apps/web`. */
export function web(files: Files, options: Parameters<typeof declaration>[1] = {}): Files {
  const below = Object.entries(files).map(([path, text]) => [`apps/web/${path}`, text])
  return { 'root/web.yaml': declaration('web', options), ...Object.fromEntries(below) }
}
