import { isJsonObject, type Json } from '../../src/kube/json.ts'
import { unpack } from '../../src/sync/packed.ts'
import type { World } from '../support/world.ts'
import { hooksOf, syncedState, trackingMark } from './state.ts'
import type { Asked, Witness } from './wire.ts'

/** A value that must never be seen outside the Secret that it stands in, plain or encoded. */
export const canary = 'canary-7d1f0c'
const canaries = [canary, btoa(canary).replace(/=+$/, ''), btoa(`x${canary}`).slice(2, -2)]

export interface Permitted {
  readonly namespaces: readonly string[]
  /** Names of objects that are in order with either of two applications. */
  readonly handedOver: readonly string[]
}

/** Reads the traces of both servers and keeps what breaks an invariant, in words. */
export class Oracle implements Witness {
  readonly violations: string[] = []
  /** What stood in the cluster when a status said success: commit, context and state. */
  readonly greens: Set<string> = new Set()
  world: World | undefined
  readonly #permitted: Permitted
  readonly #commitOf: (sha: string) => string
  readonly #ours = new Set<string>()
  readonly #hooks = new Map<string, string>()
  readonly #silent = new Map<string, number>()

  constructor(permitted: Permitted, commitOf: (sha: string) => string) {
    this.#permitted = permitted
    this.#commitOf = commitOf
  }

  asked(asked: Asked, now: number): void {
    const until = this.#silent.get(requestOf(asked))
    if (until !== undefined && now < until) this.#violated('I9 asked while told to wait', asked)
    if (asked.side === 'git') this.#lookForCanaries(asked, asked.body)
    if (asked.method !== 'GET' && asked.side === 'cluster' && !asked.isDryRun) this.#lookAtWrite(asked)
  }

  async answered(asked: Asked, response: Response): Promise<void> {
    this.#lookAtHooks()
    if (asked.method === 'GET') return
    if (asked.side === 'git') return this.#lookAtStatus(asked, response)
    if (response.status === 201 || asked.url.pathname.endsWith('/namespaces')) {
      const uid = at((await response.clone().json()) as Json, 'metadata', 'uid')
      if (typeof uid === 'string') this.#ours.add(uid)
    }
  }

  toldToWait(asked: Asked, until: number): void {
    this.#silent.set(requestOf(asked), until)
  }

  /** Of a text that people or other programs read. */
  lookForCanariesIn(where: string, text: string): void {
    if (canaries.some((one) => text.includes(one))) this.violations.push(`I7 a Secret value in ${where}`)
  }

  #lookAtWrite(asked: Asked): void {
    const { namespace, resource } = placeOf(asked)
    const isRecord = namespace === 'plumbline'
    const isMade = resource === 'namespaces'
    if (!isRecord && !isMade && !this.#permitted.namespaces.includes(namespace))
      this.#violated('I4 a write outside the permission', asked)
    if (asked.method === 'DELETE' && !isRecord) this.#lookAtDelete(asked)
    if (resource !== 'secrets') this.#lookForCanaries(asked, asked.body)
    if (isRecord) this.#unpackings.push(this.#lookIntoRecord(asked))
    if (asked.method !== 'DELETE' && !isRecord) this.#lookAtWaves(asked)
  }

  readonly #unpackings: Promise<void>[] = []

  /** Until all that was packed has been looked into. */
  async settled(): Promise<void> {
    await Promise.all(this.#unpackings)
  }

  async #lookIntoRecord(asked: Asked): Promise<void> {
    for (const [packed] of asked.body.matchAll(/H4sI[A-Za-z0-9+/=]+/g)) {
      const text = await unpack(packed).then(JSON.stringify, () => '')
      this.#lookForCanaries(asked, text)
    }
  }

  /** I3: by uid, and only what one of us has created. */
  #lookAtDelete(asked: Asked): void {
    const body = asked.body === '' ? null : (JSON.parse(asked.body) as Json)
    const uid = at(body, 'preconditions', 'uid')
    if (typeof uid !== 'string') this.#violated('I3 a delete without a uid', asked)
    else if (!this.#ours.has(uid)) this.#violated('I3 a delete of what is not ours', asked)
  }

  /** I5: nothing of a later wave or phase is written before what came before it has ended well. */
  #lookAtWaves(asked: Asked): void {
    const annotations = at(JSON.parse(asked.body) as Json, 'metadata', 'annotations') ?? null
    const wave = Number(at(annotations, 'argocd.argoproj.io/sync-wave') ?? 0)
    const hook = at(annotations, 'argocd.argoproj.io/hook')
    const owner = ownerIn(at(annotations, trackingMark))
    if (this.world === undefined || owner === undefined) return
    const { store } = this.world.sandbox.server.kernel
    for (const { metadata, status } of store.list('batch/jobs')) {
      const { annotations: marks = {}, deletionTimestamp } = metadata
      const isRunning = !/"type":"(Complete|Failed)"/.test(JSON.stringify(status ?? {}))
      const isPre = marks['argocd.argoproj.io/hook'] === 'PreSync' && deletionTimestamp === undefined
      const isSame = ownerIn(marks[trackingMark]) === owner
      if (isSame && isPre && isRunning && hook !== 'PreSync')
        this.#violated(`I5 written beside ${metadata.name}`, asked)
    }
    for (const { metadata, status, spec } of store.list('apps/deployments')) {
      const { annotations: marks = {} } = metadata
      const isEarlier = Number(marks['argocd.argoproj.io/sync-wave'] ?? 0) < wave || hook === 'PostSync'
      const isSame = ownerIn(marks[trackingMark]) === owner
      const isReady =
        at((status ?? {}) as Json, 'availableReplicas') === at((spec ?? {}) as Json, 'replicas') &&
        at((status ?? {}) as Json, 'observedGeneration') === metadata.generation
      if (isSame && isEarlier && !isReady && hook !== 'PreSync' && hook !== 'SyncFail')
        this.#violated(`I5 written before ${metadata.name} was healthy`, asked)
    }
  }

  /** I2: one Job for each operation and hook. */
  #lookAtHooks(): void {
    if (this.world === undefined) return
    for (const { metadata } of hooksOf(this.world)) {
      const run = `${metadata.annotations?.['plumbline.dev/operation-id']} ${metadata.name}`
      const known = this.#hooks.get(run)
      if (known === undefined) this.#hooks.set(run, metadata.uid)
      else if (known !== metadata.uid) this.violations.push(`I2 a hook ran twice: ${run}`)
    }
  }

  #lookAtStatus(asked: Asked, response: Response): void {
    const sha = /\/statuses\/([0-9a-f]{40})$/.exec(asked.url.pathname)?.[1]
    if (sha === undefined || this.world === undefined || !response.ok) return
    const body = JSON.parse(asked.body) as Json
    const context = at(body, 'context')
    if (
      typeof context !== 'string' ||
      at(body, 'state') !== 'success' ||
      !context.startsWith('plumbline/sync')
    )
      return
    const state = this.#synced(this.world, context)
    this.greens.add(`${this.#commitOf(sha)} ${context}\n${state}`)
  }

  /** What stands there at the end of a step is as good as what stood there when its statuses were written. */
  noteInOrder(told: readonly string[], newest: number): void {
    for (const line of told) {
      const [, commit, context] = /^(commit \d+): (plumbline\/sync.*?): success:/.exec(line) ?? []
      if (this.world === undefined || context === undefined || commit !== `commit ${newest}`) continue
      this.greens.add(`${commit} ${context}\n${this.#synced(this.world, context)}`)
    }
  }

  #synced(world: World, context: string): string {
    const application = context.split('/').at(2)
    return syncedState(world, application, application === undefined ? [] : this.#permitted.handedOver)
  }

  #lookForCanaries(asked: Asked, text: string): void {
    this.lookForCanariesIn(requestOf(asked), text)
  }

  #violated(what: string, asked: Asked): void {
    this.violations.push(`${what}: ${requestOf(asked)}`)
  }
}

function ownerIn(trackingId: Json | undefined): string | undefined {
  return typeof trackingId === 'string' ? trackingId.split(':')[0] : undefined
}

function requestOf({ side, method, url }: Asked): string {
  return `${side} ${method} ${url.pathname}${url.search}`
}

function placeOf({ url }: Asked): { readonly namespace: string; readonly resource: string } {
  const parts = url.pathname.split('/').slice(url.pathname.startsWith('/api/') ? 3 : 4)
  return parts[0] === 'namespaces' && parts.length > 2
    ? { namespace: parts[1] ?? '', resource: parts[2] ?? '' }
    : { namespace: '', resource: parts[0] ?? '' }
}

function at(value: Json, ...path: readonly string[]): Json | undefined {
  const [first, ...rest] = path
  if (first === undefined) return value
  const below = isJsonObject(value) ? value[first] : undefined
  return below === undefined ? undefined : at(below, ...rest)
}
