import { adopt } from '../../src/engine/adopt.ts'
import { syncNow } from '../../src/engine/ask.ts'
import type { Json } from '../../src/kube/json.ts'
import { parseSelector } from '../../src/plan/selection.ts'
import { declaration, type Files, fullName, type Instance, type World } from '../support/world.ts'
import type { Stage, Step } from './play.ts'

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

/** The webhook of the newest push, once more. */
export function again(): Step {
  return ({ commits }) => {
    const commit = commits.at(-1)
    if (commit === undefined) throw new Error('nothing was pushed')
    return (instance) => instance.push(commit)
  }
}

/** Somebody else changes an object in place; the timer finds it. */
export function edits(path: string, body: Json): Step {
  return ({ world }) => {
    const change = () =>
      writes(world, 'PATCH', `${path}?fieldManager=kubectl-edit`, 'application/merge-patch+json', body)
    return async (instance) => {
      await change()
      world.sandbox.clock.advance(181_000)
      await instance.ports.queue.enqueue({ kind: 'sweep' }, 0)
    }
  }
}

/** Objects that are there before we are, as another field manager applied them. */
export function applies(manager: string, objects: Readonly<Record<string, Json>>): Step {
  return async ({ world }) => {
    const options = `fieldManager=${manager}&force=true`
    for (const [path, body] of Object.entries(objects))
      await writes(world, 'PATCH', `${path}?${options}`, 'application/apply-patch+yaml', body)
    return () => {}
  }
}

async function writes(
  { sandbox }: World,
  method: string,
  path: string,
  type: string,
  body: Json,
): Promise<void> {
  const headers = { authorization: 'Bearer admin-token', 'content-type': type }
  const request = new Request(`https://sandbox.test${path}`, { method, headers, body: JSON.stringify(body) })
  const { ok, status } = await sandbox.server.fetch(request)
  if (!ok) throw new Error(`${method} ${path}: ${status}`)
  sandbox.controllers.settle()
}

/** `plumbline adopt`. */
export function adopts(application: string): Step {
  return byHand(async ({ ports }) => {
    const { kind } = await adopt(ports, application, 'ada')
    return kind === 'adopted' || kind === 'nothing-to-adopt'
  })
}

/** `plumbline sync`, of objects alone where some are named. */
export function syncs(application: string, ...objects: readonly string[]): Step {
  const only = objects.flatMap((word) => parseSelector(word) ?? [])
  const wish = { asked: true, ...(only.length > 0 && { only }) }
  return byHand(async ({ ports }) => {
    const { applications, problems } = await syncNow(ports, [application], wish)
    const isTold = applications.every(
      (one) => one.verdict !== 'error' && one.problems.length === 0 && one.outcome?.phase !== 'Error',
    )
    return isTold && applications.length > 0 && problems.length === 0
  })
}

const mostAttempts = 4

/** What a person types; where it could not be done they wait a minute and type it again. */
function byHand(command: (instance: Instance) => Promise<boolean>): Step {
  return (stage) => async (instance) => {
    for (let attempt = 1; attempt <= mostAttempts && !stage.isDead(); attempt++) {
      if (await command(instance).catch(() => false)) return
      stage.world.sandbox.clock.advance(61_000)
    }
  }
}

/** A branch with one commit, its pull request, and the webhook. */
export function proposes(files: Files): Step {
  return (stage) => {
    const { number, head } = stage.world.propose(files)
    stage.pulls.push(number)
    stage.commits.push(head)
    return (instance) => instance.pullRequest(number)
  }
}

/** Somebody who may write agrees, in a comment, to what the newest one of ours asks for. */
export function acknowledges(): Step {
  return ({ world, pulls }) => {
    const number = newest(pulls)
    const asked = world.git.comments(fullName, number).map(({ body }) => body)
    const digest = /\/plumbline ack ([0-9a-f]+)/.exec(asked.join())?.[1] ?? ''
    const command = { kind: 'acknowledge', digest } as const
    const commentId = world.git.comment(fullName, number, `/plumbline ack ${digest}`, 'ada')
    return (instance) => instance.hear({ number, commentId, author: 'ada', command })
  }
}

/** The newest pull request is merged: two webhooks. */
export function merges(): Step {
  return ({ world, pulls, commits }) => {
    const number = newest(pulls)
    const merged = world.git.mergePullRequest(fullName, number)
    commits.push(merged)
    return (instance) => {
      instance.push(merged)
      instance.pullRequest(number)
    }
  }
}

/** An application `web` that reads what lies below `apps/web`. */
export function web(files: Files, options: Parameters<typeof declaration>[1] = {}): Files {
  const below = Object.entries(files).map(([path, text]) => [`apps/web/${path}`, text])
  return { 'root/web.yaml': declaration('web', options), ...Object.fromEntries(below) }
}

function newest(pulls: Stage['pulls']): number {
  const number = pulls.at(-1)
  if (number === undefined) throw new Error('no pull request is open')
  return number
}
