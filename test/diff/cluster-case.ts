import type { Application } from '../../src/apps/application.ts'
import { resourceOf } from '../../src/cluster/discovery.ts'
import { readLiveState } from '../../src/cluster/live-state.ts'
import { applyObject } from '../../src/cluster/requests.ts'
import { type Compared, compareApp } from '../../src/diff/compare.ts'
import type { ObjectComparison } from '../../src/diff/comparison.ts'
import { type Desired, desiredObjects } from '../../src/diff/desired-objects.ts'
import { dryRunJudge, type Judge } from '../../src/diff/judge.ts'
import { liveStateQueries } from '../../src/diff/live-queries.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import type { Json } from '../../src/kube/json.ts'
import type { LiveObject, Manifest, StringMap } from '../../src/kube/manifest.ts'
import { maskerOf } from '../../src/kube/masking.ts'
import { groupOf, keyOf, versionOf } from '../../src/kube/object-key.ts'
import { parseYaml } from '../../src/kube/yaml.ts'
import { anApplication } from '../support/applications.ts'
import { aSha } from '../support/builders.ts'
import { openSandboxCluster, type SandboxCluster } from '../support/sandbox-cluster.ts'

const builtins = builtinSchemas()

export interface ClusterLook extends Compared {
  /** How often the judge was asked. */
  readonly asked: number
}

/** An application's cluster, with what an application does to it. */
export class ClusterCase {
  readonly sandbox: SandboxCluster = openSandboxCluster()
  readonly #application: Application
  #verdicts: StringMap = {}
  #applied: LiveObject[] = []

  constructor(application: Application = anApplication()) {
    this.#application = application
  }

  /** Compares, and remembers the verdicts for the next time. */
  async compare(text: string): Promise<ClusterLook> {
    const { cluster } = this.sandbox
    const discovery = await cluster.discovery('fresh')
    const desired = await this.#desire(text)
    const inventory = this.#applied.map((object) => ({
      key: keyOf(object),
      uid: object.metadata.uid ?? '',
    }))
    let asked = 0
    const dryRun = dryRunJudge(cluster, discovery, this.#application.syncPolicy.options)
    const judge: Judge = (object) => {
      asked += 1
      return dryRun(object)
    }
    const compared = await compareApp({
      desired,
      live: await readLiveState(
        cluster,
        liveStateQueries(desired, discovery, inventory, () => undefined),
      ),
      discovery,
      cluster,
      builtins,
      judge,
      mask: maskerOf(new Uint8Array(32)),
      permit: () => undefined,
      inventory,
      verdicts: this.#verdicts,
    })
    this.#verdicts = compared.verdicts
    return { ...compared, asked }
  }

  /** Applies every object as a sync does. */
  async apply(text: string): Promise<void> {
    for (const { manifest } of (await this.#desire(text)).objects) await this.write(manifest, 'plumbline')
  }

  /** Applies one object under any name. */
  async write(manifest: Manifest, fieldManager: string): Promise<void> {
    const { cluster } = this.sandbox
    const discovery = await cluster.discovery('fresh')
    const type = resourceOf(
      discovery,
      groupOf(manifest.apiVersion),
      versionOf(manifest.apiVersion),
      manifest.kind,
    )
    if (type === undefined) throw new Error(`${manifest.kind} is not served`)
    const live = await applyObject(cluster, type, manifest, { fieldManager, force: true })
    if (fieldManager === 'plumbline') this.#applied.push(live)
  }

  /** What the stored objects hold, by kind, without what every write changes. */
  contents(): ReadonlyMap<string, Json> {
    const { store } = this.sandbox.server.kernel
    const tables = ['/namespaces', '/services', '/secrets', '/configmaps', 'apps/deployments']
    return new Map(
      tables.flatMap((table) =>
        store.list(table).map((object) => {
          const entries = Object.entries(object).filter(([name]) => name !== 'metadata' && name !== 'status')
          return [String(object.kind), Object.fromEntries(entries)] as const
        }),
      ),
    )
  }

  async #desire(text: string): Promise<Desired> {
    const manifests = parseYaml(text).map(({ value, line }) => ({
      manifest: value as Manifest,
      origin: { path: 'shop/all.yaml', line },
    }))
    const application = this.#application
    const commit = { repository: application.declaredAt.repository, sha: aSha('cluster') }
    const discovery = await this.sandbox.cluster.discovery('fresh')
    return desiredObjects({ application, commit, manifests, inputs: [], warnings: [] }, discovery)
  }
}

/** A comparison as text, one line for each object and field. */
export function lines(objects: readonly ObjectComparison[]): readonly string[] {
  return objects.flatMap((object) => {
    const subject = `${object.kind} ${object.key.kind} ${object.key.name}`
    const fields = object.kind === 'drifted' || object.kind === 'unverified' ? object.fields : []
    const reason = 'reason' in object ? ` (${object.reason})` : ''
    return [
      `${subject}${reason}`,
      ...fields.map(
        ({ path, effect, writer }) => `  ${effect} ${path}${writer ? ` of ${writer.manager}` : ''}`,
      ),
    ]
  })
}
