import type { Cluster } from '../cluster/cluster.ts'
import { acquireLease, type HeldLease, isFresh, releaseLease, renewLease, sweepLease } from '../sync/lease.ts'
import type { Ports } from './ports.ts'

/** Of the interval: timers of several instances are never quite in step. */
const restShare = 0.8

/**
 * One sweeper at a time and in an interval, in each cluster. It only spares work: two at once would do no harm, since
 * whatever they decide goes through the operation's record.
 */
export class SweepTurn {
  readonly #ports: Ports
  readonly #cluster: Cluster
  #lease: HeldLease | undefined
  #asking: Promise<boolean> | undefined

  private constructor(ports: Ports, cluster: Cluster, lease: HeldLease | undefined) {
    this.#ports = ports
    this.#cluster = cluster
    this.#lease = lease
  }

  /** Undefined when it is another one's. A turn that is not `inTurn` asks nobody. Throws `ClusterError`. */
  static async take(ports: Ports, cluster: Cluster, inTurn: boolean): Promise<SweepTurn | undefined> {
    if (!inTurn) return new SweepTurn(ports, cluster, undefined)
    const place = sweepLease(cluster, ports.settings.installation)
    const rest = ports.settings.sweep.seconds * restShare
    const lease = await acquireLease(place, ports.unique(), ports.now(), rest)
    return lease && new SweepTurn(ports, cluster, lease)
  }

  /** False once somebody else has taken it. */
  isOurs(): Promise<boolean> {
    this.#asking ??= this.#renew().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #renew(): Promise<boolean> {
    const now = this.#ports.now()
    if (this.#lease === undefined || isFresh(this.#lease, now)) return true
    const place = sweepLease(this.#cluster, this.#ports.settings.installation)
    const renewed = await renewLease(place, this.#lease, now)
    this.#lease = renewed ?? { ...this.#lease, renewedAt: 0 }
    return renewed !== undefined
  }

  async end(): Promise<void> {
    if (this.#lease === undefined) return
    const place = sweepLease(this.#cluster, this.#ports.settings.installation)
    await releaseLease(place, this.#lease, this.#ports.now())
  }
}
