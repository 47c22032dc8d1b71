import type { Cluster } from '../../src/cluster/cluster.ts'
import { ClusterError } from '../../src/cluster/cluster-error.ts'
import type { Discovery, ResourceType } from '../../src/cluster/discovery.ts'
import type { CompareInput } from '../../src/diff/compare.ts'
import { desiredObjects } from '../../src/diff/desired-objects.ts'
import type { Judge } from '../../src/diff/judge.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import type { Mask } from '../../src/kube/masked.ts'
import { maskerOf, maskLive } from '../../src/kube/masking.ts'
import { formatKey, keyOf } from '../../src/kube/object-key.ts'
import { parseYaml } from '../../src/kube/yaml.ts'
import { anApplication } from '../support/applications.ts'
import { aSha } from '../support/builders.ts'

export const mask: Mask = maskerOf(new Uint8Array(32).fill(7))
const builtins = builtinSchemas()

export const discovery: Discovery = {
  resources: [
    type('', 'ConfigMap', true),
    type('', 'Secret', true),
    type('', 'Service', true),
    type('', 'Namespace', false),
    type('apps', 'Deployment', true),
    type('apiextensions.k8s.io', 'CustomResourceDefinition', false),
  ],
  staleGroups: ['stale.example.com'],
}

function type(group: string, kind: string, namespaced: boolean): ResourceType {
  return {
    group,
    version: 'v1',
    kind,
    resource: `${kind.toLowerCase()}s`,
    namespaced,
    verbs: ['list', 'get', 'patch'],
  }
}

export interface CompareCase extends Partial<Omit<CompareInput, 'desired' | 'live' | 'judge'>> {
  /** YAML documents. */
  readonly desired: string
  /** YAML documents, in the destination namespace unless they say otherwise. */
  readonly live?: string
  readonly application?: ReturnType<typeof anApplication>
  /** The judge's answer to an object: YAML of what is predicted, or an error. Not being asked is the rule. */
  readonly answers?: { readonly [name: string]: string | ClusterError }
  readonly unreadable?: CompareInput['live']['unreadable']
}

export interface AskedInput extends CompareInput {
  /** Names of the objects that the judge was asked about. */
  readonly asked: readonly string[]
}

export function compareInput(given: CompareCase): AskedInput {
  const application = given.application ?? anApplication()
  const asked: string[] = []
  const live = readLive(given.live ?? '')
  const manifests = parseYaml(given.desired).map(({ value, line }) => ({
    manifest: value as Manifest,
    origin: { path: 'shop/all.yaml', line },
  }))
  const commit = { repository: application.declaredAt.repository, sha: aSha('compare') }
  return {
    desired: desiredObjects({ application, commit, manifests, inputs: [], warnings: [] }, discovery),
    live: {
      objects: new Map(live.map((object) => [formatKey(keyOf(object)), object])),
      unreadable: given.unreadable ?? [],
    },
    discovery,
    cluster: given.cluster ?? silentCluster,
    builtins,
    mask,
    permit: given.permit ?? (() => undefined),
    inventory: given.inventory ?? [],
    verdicts: given.verdicts ?? {},
    judge: judgeOf(given.answers ?? {}, asked),
    asked,
  }
}

function judgeOf(answers: NonNullable<CompareCase['answers']>, asked: string[]): Judge {
  return async ({ key }) => {
    asked.push(key.name)
    const answer = answers[key.name]
    if (answer === undefined) throw new Error(`the judge was not to be asked about ${key.name}`)
    if (answer instanceof ClusterError) throw answer
    const [object] = readLive(answer)
    if (object === undefined) throw new Error('no answer')
    return object
  }
}

function readLive(text: string): readonly LiveObject[] {
  return parseYaml(text).map(({ value }) => {
    const object = value as unknown as LiveObject
    const metadata = { namespace: 'shop', uid: `uid of ${object.metadata.name}`, ...object.metadata }
    return maskLive({ ...object, metadata }, mask)
  })
}

export function refusal(code: ClusterError['code'], what: string): ClusterError {
  return new ClusterError(code, what, { turn: 'platform', retryable: true })
}

/** A cluster that has nothing to say. */
export const silentCluster: Cluster = {
  name: 'test',
  send: () => Promise.reject(refusal('not-found', 'there is none')),
  discovery: () => Promise.resolve(discovery),
  openApi: () => Promise.resolve(undefined),
}
