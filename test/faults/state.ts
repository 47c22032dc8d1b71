import type { CommitSha } from '../../src/git/commit.ts'
import type { Json } from '../../src/kube/json.ts'
import { isJsonObject, isList } from '../../src/kube/json.ts'
import type { KubeObject } from '../../src/sandbox/api-server/object.ts'
import { fullName, type World } from '../support/world.ts'

const tables = [
  '/namespaces',
  '/configmaps',
  '/secrets',
  '/services',
  '/persistentvolumeclaims',
  'apiextensions.k8s.io/customresourcedefinitions',
  'example.org/widgets',
  'apps/deployments',
  'apps/statefulsets',
  'batch/jobs',
]

/** What differs from run to run although nothing is wrong. */
const passing = new Set([
  'uid',
  'resourceVersion',
  'generation',
  'observedGeneration',
  'creationTimestamp',
  'time',
  'lastTransitionTime',
  'lastUpdateTime',
  'startTime',
  'completionTime',
  'plumbline.dev/operation-id',
])

export const hookMark = 'argocd.argoproj.io/hook'
export const trackingMark = 'argocd.argoproj.io/tracking-id'

/** What stands in the cluster outside our own records, one line for each object. */
export function clusterState(world: World): readonly string[] {
  return objectsOf(world).map((object) => lineOf(object))
}

/** What an application, or all of them, has of these, hooks and managers left out: what a green status is about. */
export function syncedState(
  objects: readonly KubeObject[],
  application: string | undefined,
  without: readonly string[],
): string {
  return objects
    .filter(({ metadata }) => !without.includes(metadata.name))
    .filter(({ metadata: { annotations = {} } }) => {
      const owner = annotations[trackingMark]?.split(':')[0]
      return owner !== undefined && (application === undefined || owner === application)
    })
    .filter(({ metadata: { annotations = {} } }) => annotations[hookMark] === undefined)
    .map((object) => lineOf(withoutManagers(object)))
    .join('\n')
}

/** The Jobs that are hooks: every one that was ever there has to be seen. */
export function hooksOf({ sandbox }: World): readonly KubeObject[] {
  return sandbox.server.kernel.store
    .list('batch/jobs')
    .filter(({ metadata }) => metadata.annotations?.[hookMark] !== undefined)
}

/** What the Git host tells people: the newest status of each context of each commit, and every comment. */
export async function toldState(
  world: World,
  commits: readonly CommitSha[],
  pulls: readonly number[],
): Promise<readonly string[]> {
  const statuses = await Promise.all(
    commits.map(async (commit, at) =>
      Object.entries(await world.statuses(commit)).map(
        ([context, text]) => `commit ${at}: ${context}: ${verdictOf(text)}`,
      ),
    ),
  )
  const comments = pulls.flatMap((number) =>
    world.git.comments(fullName, number).map(({ author, body }) => `#${number} ${author}: ${gistOf(body)}`),
  )
  return [...statuses.flat().toSorted(), ...comments]
}

/** What is not ours alone. */
export function objectsOf({ sandbox }: World): readonly KubeObject[] {
  const { store } = sandbox.server.kernel
  return tables
    .flatMap((table) => store.list(table))
    .filter(({ metadata }) => metadata.namespace !== 'plumbline')
}

function withoutManagers(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}

function lineOf(object: KubeObject): string {
  return plain(JSON.stringify(steady(object as unknown as Json)))
}

function steady(value: Json): Json {
  if (isList(value)) return value.map(steady)
  if (!isJsonObject(value)) return value
  const kept = Object.keys(value)
    .filter((key) => !passing.has(key.replace(/^f:/, '')))
    .toSorted()
  return Object.fromEntries(kept.map((key) => [key, steady(value[key] ?? null)]))
}

/** Bad news may be told in other words after a fault, and what is waited for too. */
function verdictOf(status: string): string {
  if (status.startsWith('pending')) return 'pending: waits'
  return /^(failure|error)/.test(status) ? 'not in order' : plain(status)
}

/** The headings of a comment and its differences, without how long ago somebody wrote and what was planned before. */
function gistOf(comment: string): string {
  const lines = comment.split('\n').filter((line) => /^(#|\| `[^`]+` \| (?!`))/.test(line))
  return lines.length === 0 ? comment : plain(lines.join(' ')).replaceAll(/, \d+ (s|min|h|d)\b/g, '')
}

/** Without ids, digests and times. */
function plain(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID')
    .replaceAll(/\b[0-9a-f]{7,64}\b/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?Z?/g, 'TIME')
}
