import type { Json } from '../../src/kube/json.ts'
import type { KubeObject } from '../../src/sandbox/api-server/object.ts'
import type { Instance, World } from '../support/world.ts'
import { type Asked, at, isWrite, ownerIn, placeOf, requestOf } from './asked.ts'
import { Canaries } from './canaries.ts'
import { Claims } from './claims.ts'
import { Deletes } from './deletes.ts'
import { hooksOf, objectsOf, syncedState, trackingMark } from './state.ts'
import type { Wire, Witness } from './wire.ts'

/** What the scenarios may write that is in no namespace. */
const clusterWide = ['namespaces', 'customresourcedefinitions']

export interface Permitted {
  readonly namespaces: readonly string[]
  /** Names of objects that are in order with either of two applications. */
  readonly handedOver: readonly string[]
  /** Secrets bear the canary. */
  readonly isSecret: boolean
}

const mostRefusals = 60
const mostOpen = 16

/** Reads the traces of both servers and keeps what breaks an invariant, in words. */
export class Oracle implements Witness {
  readonly violations: string[] = []
  /** What stood in the cluster when a status said success: commit, context and state. */
  readonly greens: Set<string> = new Set()
  /** Of a green, the same with what stood there when the one who told it had looked last. */
  readonly greensWhenSeen: Map<string, string> = new Map()
  world: World | undefined
  readonly #permitted: Permitted
  readonly #commitOf: (sha: string) => string
  readonly #claims = new Claims()
  readonly #deletes = new Deletes()
  readonly #canaries: Canaries | undefined
  readonly #hooks = new Map<string, string>()
  /** What stood there when somebody looked last, for each context. */
  readonly #seen = new Map<string, (context: string) => string>()
  readonly #silent = new Map<string, { readonly until: number; readonly order: number }>()

  constructor(permitted: Permitted, commitOf: (sha: string) => string) {
    this.#permitted = permitted
    this.#canaries = permitted.isSecret ? new Canaries() : undefined
    this.#commitOf = commitOf
  }

  asked(asked: Asked, now: number): void {
    const silence = this.#silent.get(requestOf(asked))
    if (silence !== undefined && now < silence.until && asked.order > silence.order)
      this.#violated('I9 asked while told to wait', asked)
    this.#canaries?.inRequest(asked)
    if (asked.side === 'cluster' && isWrite(asked)) this.#lookAtWrite(asked)
  }

  async answered(asked: Asked, response: Response): Promise<void> {
    this.#lookAtHooks()
    this.#noteLook(asked)
    if (!isWrite(asked)) return
    if (asked.side === 'git') return this.#lookAtStatus(asked, response)
    if (response.ok) this.#claims.noteDone(asked)
    if (response.status === 201 && this.world !== undefined) this.#deletes.noteCreated(this.world)
  }

  toldToWait(asked: Asked, until: number, order: number): void {
    this.#silent.set(requestOf(asked), { until, order })
  }

  #lookAtWrite(asked: Asked): void {
    const { namespace, resource } = placeOf(asked)
    const isRecord = namespace === 'plumbline'
    const isMade = namespace === '' && clusterWide.includes(resource)
    if (!isRecord && !isMade && !this.#permitted.namespaces.includes(namespace))
      this.#violated('I4 a write outside the permission', asked)
    if (isRecord || this.world === undefined) return
    if (asked.method === 'DELETE') {
      const { wrong, marks } = this.#deletes.look(this.world, asked)
      if (wrong !== undefined) this.#violated(`I3 ${wrong}`, asked)
      this.#lookAtClaim(asked, marks)
      return
    }
    const marks = at(JSON.parse(asked.body) as Json, 'metadata', 'annotations') ?? null
    this.#lookAtClaim(asked, marks)
    this.#lookAtWaves(asked, marks)
  }

  #lookAtClaim(asked: Asked, marks: Json): void {
    const other = this.#claims.otherHolder(asked, marks)
    if (other !== undefined) this.#violated(`I6 ${asked.by} writes after ${other} has claimed it`, asked)
  }

  /** I5: nothing of a later wave or phase is written before what came before it has ended well. */
  #lookAtWaves(asked: Asked, annotations: Json): void {
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
    const answer = `${this.#commitOf(sha)} ${context}`
    const green = `${answer}\n${this.#synced(objectsOf(this.world), context)}`
    this.greens.add(green)
    this.greensWhenSeen.set(green, `${answer}\n${this.#seen.get(asked.by)?.(context) ?? ''}`)
  }

  #noteLook({ side, by, method, url }: Asked): void {
    const { world } = this
    const isLook = side === 'cluster' && method === 'GET' && /\/namespaces\/[^/]+\/[^/]+$/.test(url.pathname)
    if (!isLook || world === undefined || url.pathname.includes('/plumbline/')) return
    const objects = objectsOf(world)
    this.#seen.set(by, (context) => this.#synced(objects, context))
  }

  /** What stands there at the end of a step is as good as what stood there when its statuses were written. */
  noteInOrder(told: readonly string[], newest: number): void {
    for (const line of told) {
      const [, commit, context] = /^(commit \d+): (plumbline\/sync.*?): success:/.exec(line) ?? []
      if (this.world === undefined || context === undefined || commit !== `commit ${newest}`) continue
      this.greens.add(`${commit} ${context}\n${this.#synced(objectsOf(this.world), context)}`)
    }
  }

  #synced(objects: readonly KubeObject[], context: string): string {
    const application = context.split('/').at(2)
    return syncedState(objects, application, application === undefined ? [] : this.#permitted.handedOver)
  }

  /** I8: whoever waits for an answer has one, and one comment. */
  lookAtEnd(told: readonly string[], mayWait: boolean): void {
    for (const line of told)
      if (!mayWait && /^commit \d+: .*: pending:/.test(line)) this.violations.push(`I8 no end: ${line}`)
    const comments = told.flatMap((line) => /^#\d+ platform:/.exec(line) ?? [])
    for (const one of new Set(comments))
      if (comments.filter((other) => other === one).length > 1)
        this.violations.push(`I8 two comments: ${one}`)
  }

  /** I7, I9 and I10, and whatever had to be waited for: once, when all is over. */
  async lookBack(wire: Wire, instances: readonly Instance[]): Promise<void> {
    if (wire.refusals > mostRefusals)
      this.violations.push(`I9 asked ${wire.refusals} times while nobody answered`)
    if (wire.mostOpen > mostOpen) this.violations.push(`I10 ${wire.mostOpen} requests open at once`)
    for (const { asked, response } of wire.answers) {
      if (response.body !== null && !response.bodyUsed) this.#violated('I10 an answer was never read', asked)
    }
    const { world } = this
    if (world !== undefined) await wire.aside(async () => this.#canaries?.inOutputs(world, instances))
    this.violations.push(...(this.#canaries?.found ?? []), ...(await this.#deletes.wrongs()))
  }

  #violated(what: string, asked: Asked): void {
    this.violations.push(`${what}: ${requestOf(asked)}`)
  }
}
