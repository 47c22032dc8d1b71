import type { Dialect } from './dialect.ts'
import type { HostEvent } from './host-event.ts'
import type { StoredHook } from './sandbox-state.ts'

/** One attempt, as Gitea makes it; `status` is absent when nobody answered. */
export interface SandboxDelivery {
  readonly id: string
  readonly event: HostEvent['event']
  readonly status?: number
}

type Deliver = (request: Request) => Promise<Response>

/** Sends what happened to webhooks, and remembers how each was answered. */
export class WebhookSender {
  readonly #dialect: Pick<Dialect, 'signed'>
  readonly #deliver: Deliver | undefined
  readonly #deliveries: SandboxDelivery[] = []
  readonly #underway = new Set<Promise<void>>()
  #sent = 0

  /** Without `deliver` nothing is sent. */
  constructor(dialect: Pick<Dialect, 'signed'>, deliver: Deliver | undefined) {
    this.#dialect = dialect
    this.#deliver = deliver
  }

  send(hook: StoredHook, event: HostEvent): void {
    if (this.#deliver === undefined) return
    this.#sent += 1
    const id = `00000000-0000-4000-8000-${String(this.#sent).padStart(12, '0')}`
    const attempt = this.#deliver(this.#dialect.signed(hook, event, id)).then(
      ({ status }) => {
        hook.lastStatus = status
        this.#deliveries.push({ id, event: event.event, status })
      },
      () => {
        hook.lastStatus = 0
        this.#deliveries.push({ id, event: event.event })
      },
    )
    const underway: Promise<void> = attempt.then(() => {
      this.#underway.delete(underway)
    })
    this.#underway.add(underway)
  }

  deliveries(): readonly SandboxDelivery[] {
    return [...this.#deliveries]
  }

  /** Resolves when none is under way. */
  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway)
  }
}
