import type { ClusterRequest } from '../../src/cluster/cluster.ts'
import type { Comparison, ObjectComparison } from '../../src/diff/comparison.ts'
import { type Desired, desiredObjects } from '../../src/diff/desired-objects.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import { isJsonObject } from '../../src/kube/json.ts'
import type { Manifest, StringMap } from '../../src/kube/manifest.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { Permit } from '../../src/policy/permit.ts'
import type { Operation } from '../../src/sync/operation.ts'
import { readOperation } from '../../src/sync/operation-record.ts'
import type { Outcome } from '../../src/sync/outcome.ts'
import { type RecordPlace, recordPlace } from '../../src/sync/record-store.ts'
import { runSync } from '../../src/sync/run-sync.ts'
import type { SyncInput } from '../../src/sync/sync-input.ts'
import { anApplication, aSyncPolicy } from '../support/applications.ts'
import { aSha } from '../support/builders.ts'
import { alone, aPruning } from '../support/pruning.ts'
import { limits } from './builders.ts'
import { StoryCluster } from './story-cluster.ts'

const plurals: Readonly<Record<string, string>> = {
  ConfigMap: 'configmaps',
  Deployment: 'deployments',
  Service: 'services',
  Job: 'jobs',
  Namespace: 'namespaces',
  CustomResourceDefinition: 'customresourcedefinitions',
  Widget: 'widgets',
}

export function configMap(name: string, value: string, wave?: number): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, annotations: inWave(wave) },
    data: { value },
  }
}

export function deployment(name: string, wave?: number, tag = 'v1'): Manifest {
  const labels = { app: name }
  const spec = { containers: [{ name, image: `example.com/${name}:${tag}` }] }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, annotations: inWave(wave) },
    spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  }
}

export function service(name: string, wave?: number): Manifest {
  const spec = { selector: { app: name }, ports: [{ port: 80, protocol: 'TCP' }] }
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, annotations: inWave(wave) }, spec }
}

/** The tag says how the Job ends: `failing` fails, `hanging` never ends, any other succeeds. */
export function jobHook(
  name: string,
  hook: string,
  { policy = '', tag = 'v1', ttl }: JobOptions = {},
): Manifest {
  const annotations = {
    'argocd.argoproj.io/hook': hook,
    ...(policy === '' ? {} : { 'argocd.argoproj.io/hook-delete-policy': policy }),
  }
  const template = {
    spec: { restartPolicy: 'Never', containers: [{ name, image: `example.com/${name}:${tag}` }] },
  }
  const spec = { backoffLimit: 0, template, ...(ttl === undefined ? {} : { ttlSecondsAfterFinished: ttl }) }
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name, annotations }, spec }
}

export interface JobOptions {
  readonly policy?: string
  readonly tag?: string
  readonly ttl?: number
}

function inWave(wave: number | undefined): StringMap {
  return wave === undefined ? {} : { 'argocd.argoproj.io/sync-wave': String(wave) }
}

/** PreSync, two waves, PostSync; SyncFail for the days when something fails. */
export function shop(job: JobOptions = {}, setting = 'one'): readonly Manifest[] {
  const { ttl } = job
  const options = ttl === undefined ? {} : { ttl }
  return [
    jobHook('migrate', 'PreSync', job),
    configMap('settings', setting),
    deployment('web', 1),
    service('web', 1),
    jobHook('notify', 'PostSync', { policy: 'HookSucceeded', ...options }),
    jobHook('alarm', 'SyncFail', { policy: 'HookFailed', ...options }),
  ]
}

export interface World {
  readonly cluster: StoryCluster
  /** What Git says at a commit. */
  readonly commits: Map<CommitSha, readonly Manifest[]>
  head: CommitSha
  createNamespace: boolean
  permit: Permit
}

export async function aWorld(manifests: readonly Manifest[] = shop()): Promise<World> {
  const head = aSha('first')
  const cluster = await StoryCluster.begin()
  return {
    cluster,
    commits: new Map([[head, manifests]]),
    head,
    createNamespace: false,
    permit: () => undefined,
  }
}

/** A push: the branch has a new head. */
export function push(world: World, word: string, manifests: readonly Manifest[]): void {
  world.head = aSha(word)
  world.commits.set(world.head, manifests)
}

export function placeOf(world: World, instance: string): RecordPlace {
  return recordPlace(world.cluster.as(instance), 'test', 'shop')
}

/** One call of the product, with an empty memory: reads what there is, plans, syncs; undefined when nothing is to do. */
export async function call(
  world: World,
  instance: string,
  kind: Operation['kind'] = 'sync',
): Promise<Outcome | undefined> {
  const cluster = world.cluster.as(instance)
  const last = await readOperation(placeOf(world, instance))
  const desired = await desiredAt(world, world.head)
  const startedAt = new Date(world.cluster.now).toISOString()
  const plan = planOf(world, desired, kind, startedAt)
  const isDone =
    last?.operation.phase !== 'Running' &&
    (plan.phases.length === 0 || isSettled(last?.operation, world.head))
  if (isDone) return undefined
  const input: SyncInput = {
    cluster,
    installation: 'test',
    application: 'shop',
    commit: world.head,
    plan,
    kind,
    startedAt,
    desired,
    last,
    holder: instance,
    now: () => world.cluster.now,
    limits,
    permit: world.permit,
  }
  return runSync(input)
}

/** A failed commit waits for the next one. */
function isSettled(last: Operation | undefined, head: CommitSha): boolean {
  return last?.phase === 'Failed' && last.commit === head && last.supersededBy === undefined
}

async function desiredAt(world: World, sha: CommitSha): Promise<Desired> {
  const application = anApplication({
    syncPolicy: aSyncPolicy({ options: world.createNamespace ? ['CreateNamespace=true'] : [] }),
  })
  const commit = { repository: application.declaredAt.repository, sha }
  const manifests = (world.commits.get(sha) ?? []).map((manifest) => ({
    manifest,
    origin: { path: 'a.yaml', line: 1 },
  }))
  const discovery = await world.cluster.as('planner').discovery()
  return desiredObjects({ application, commit, manifests, inputs: [], warnings: [] }, discovery)
}

function planOf(world: World, desired: Desired, kind: Operation['kind'], startedAt: string): Plan {
  const namespace = desired.createNamespace
  const all = [
    ...desired.objects,
    ...(namespace === undefined
      ? []
      : [
          {
            key: { group: '', kind: 'Namespace', namespace: '', name: namespace },
            manifest: namespaceManifest(namespace),
          },
        ]),
  ]
  const objects = all.map(({ key, manifest }): ObjectComparison => {
    const live = world.cluster.find(plurals[key.kind] ?? '', key.name, key.namespace)
    if (live === undefined) return { kind: 'missing', key }
    const uid = live.metadata.uid
    const isSame = manifest.data === undefined || JSON.stringify(live.data) === JSON.stringify(manifest.data)
    return isSame ? { kind: 'inSync', key, uid, ignored: [] } : { kind: 'drifted', key, uid, fields: [] }
  })
  const comparison: Comparison = { application: 'shop', objects, unlisted: [] }
  return makePlan({
    desired,
    comparison,
    live: new Map(),
    commit: world.head,
    kind,
    mode: 'sync',
    startedAt,
    permit: () => undefined,
    pruning: aPruning(),
    neighbours: alone,
  })
}

function namespaceManifest(name: string): Manifest {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

export class Killed extends Error {}

/** Calls until an end is reached, each time with a new instance; time passes as the outcomes ask. */
export async function callUntilDone(
  world: World,
  name: string,
  mostCalls = 200,
): Promise<Outcome | undefined> {
  let ended: Outcome | undefined
  for (let i = 0; i < mostCalls; i++) {
    const outcome = await call(world, `${name}${i}`).catch((error: unknown) => {
      if (error instanceof Killed) return 'killed' as const
      throw error
    })
    if (outcome === undefined) return ended
    if (outcome === 'killed') world.cluster.pass(1)
    else if (outcome.phase === 'Running') world.cluster.pass(outcome.callAgainIn)
    else if (outcome.phase === 'Error') world.cluster.pass(30)
    else ended = outcome
  }
  throw new Error('it does not end')
}

/** What the trace shows to have been written, in order, records left out. */
export function writesOf(world: World): readonly string[] {
  return world.cluster.trace
    .filter(({ request, refused }) => refused === undefined && isWrite(request))
    .map(({ request }) => [request, nameOf(request)] as const)
    .filter(([{ namespace }, name]) => namespace !== 'plumbline' && name !== 'plumbline')
    .map(([{ verb, resource }, name]) => `${verb} ${resource} ${name}`)
}

/** Every write counts, those of records and leases too. */
export function isWrite({ verb, options }: ClusterRequest): boolean {
  return verb !== 'get' && verb !== 'list' && options?.dryRun !== true
}

export function nameOf({ name, body }: ClusterRequest): string {
  const metadata = body !== undefined && 'metadata' in body ? body.metadata : undefined
  const written = isJsonObject(metadata) ? metadata.name : undefined
  return name ?? (typeof written === 'string' ? written : '')
}
