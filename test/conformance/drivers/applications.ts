import assert from 'node:assert/strict'
import { parse } from 'yaml'
import { parseApplication } from '../../../src/apps/parse-application.ts'
import { secondsLeft as secondsLeftOf } from '../../../src/engine/backoff.ts'
import { decide, type Situation } from '../../../src/engine/decide.ts'
import type { CommitSha } from '../../../src/git/commit.ts'
import { imagesOf } from '../../../src/kube/images-of.ts'
import type { JsonObject } from '../../../src/kube/json.ts'
import { applicationOf, declaredIn } from '../../support/declared.ts'
import { type Drivers, expectOf, inputOf, type Row, withoutDriver } from '../row.ts'

/** What a declared Application means. */
export const applicationDrivers: Drivers = {
  'ignore-diff-equal': ignoreRules,
  'refresh-paths': refreshPaths,
  'resource-images': resourceImages,
  'retry-backoff': retryBackoff,
  'self-heal-backoff': selfHealBackoff,
}

interface Parts {
  readonly annotations?: JsonObject
  readonly spec?: JsonObject
  readonly path?: string
}

function anApplication({ annotations = {}, spec = {}, path = '.' }: Parts) {
  const document = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop', annotations },
    spec: {
      project: 'default',
      source: { repoURL: 'https://forge.example.com/team/config.git', path },
      destination: { namespace: 'shop' },
      ...spec,
    },
  }
  return applicationOf(parseApplication(declaredIn(JSON.stringify(document))))
}

function ignoreRules(row: Row): void {
  const { a, b } = inputOf<{ a: JsonObject[] | null; b: JsonObject[] | null }>(row)
  const [first, second] = [a, b].map(
    (rules) => anApplication({ spec: { ignoreDifferences: rules } }).ignoreDifferences,
  )
  const { expected } = expectOf<{ expected: boolean }>(row)
  if (expected) assert.deepEqual(first, second)
  else assert.notDeepEqual(first, second)
}

/** Go's empty list is no list. */
function resourceImages(row: Row): void {
  const { manifest } = inputOf<{ manifest: string }>(row)
  const images = imagesOf(parse(manifest) as JsonObject)
  assert.deepEqual(images, expectOf<{ expected: readonly string[] | null }>(row).expected ?? [])
}

interface RefreshPaths {
  readonly app: {
    readonly annotation: string | null
    readonly path?: string
    readonly sourceHydrator?: object
  }
  readonly source: { readonly path: string }
}

/** Sources that are hydrated are refused by name. */
function refreshPaths(row: Row): typeof withoutDriver | undefined {
  const { app, source } = inputOf<RefreshPaths>(row)
  if (app.sourceHydrator !== undefined) return withoutDriver
  const annotations = { 'argocd.argoproj.io/manifest-generate-paths': app.annotation ?? '' }
  const { generatePaths = [] } = anApplication({ annotations, path: source.path })
  assert.deepEqual(generatePaths, expectOf<{ expectedPaths: readonly string[] }>(row).expectedPaths)
  return undefined
}

/** Seconds until a failed or drifted commit is tried again. */
function secondsLeft(situation: Pick<Situation, 'policy' | 'last'>): number {
  const verdict = decide({
    mode: 'sync',
    commit: 'a'.repeat(40) as CommitSha,
    outOfSync: 1,
    toPrune: 0,
    leftToPrune: 0,
    blocked: false,
    asked: false,
    now,
    ...situation,
  })
  return verdict.kind === 'later' ? verdict.seconds : 0
}

const now = Date.parse('2026-01-01T00:00:00Z')
const commit = 'a'.repeat(40) as CommitSha

function retryBackoff(row: Row): void {
  const { retry, retryCount } = inputOf<{ retry: JsonObject; retryCount: number }>(row)
  const { syncPolicy } = anApplication({
    spec: { syncPolicy: { automated: {}, retry: { ...retry, limit: -1 } } },
  })
  const last = { commit, phase: 'Failed', attempt: retryCount + 1, heals: 0, finishedAt: now } as const
  assert.equal(secondsLeft({ policy: syncPolicy, last }), expectOf<{ seconds: number }>(row).seconds)
}

interface SelfHeal {
  readonly durationSeconds: number
  readonly factor: number
  readonly capSeconds: number
  readonly attempts: number
  readonly finishedAt: string | null
}

/** Argo CD’s own backoff is asked of `decide`, others of the rule that it uses. */
function selfHealBackoff(row: Row): void {
  const { durationSeconds, factor, capSeconds, attempts, finishedAt } = inputOf<SelfHeal>(row)
  const ago = Number(/^now-(\d+)s$/.exec(finishedAt ?? '')?.[1] ?? 0)
  const finished = finishedAt === null ? undefined : now - ago * 1000
  const backoff = { seconds: durationSeconds, factor, maxSeconds: capSeconds }
  const { syncPolicy } = anApplication({ spec: { syncPolicy: { automated: { selfHeal: true } } } })
  const last = {
    commit,
    phase: 'Succeeded',
    attempt: 1,
    heals: attempts,
    finishedAt: finished ?? now,
  } as const

  const left = attempts === 0 ? 0 : secondsLeftOf(backoff, attempts - 1, finished, now)

  const isOwn = backoff.seconds * factor ** (attempts - 1) <= capSeconds
  if (isOwn) assert.equal(secondsLeft({ policy: syncPolicy, last }), left)
  const wanted = expectOf<{ expectedDuration: number; shouldSelfHeal: boolean }>(row)
  assert.deepEqual(
    { seconds: left, heals: left === 0 },
    { seconds: wanted.expectedDuration / 1e9, heals: wanted.shouldSelfHeal },
  )
}
