import assert from 'node:assert/strict'
import { parse } from 'yaml'
import type { IgnoreRule } from '../../../src/apps/application.ts'
import { readIgnoreRules } from '../../../src/apps/read-ignore-rules.ts'
import { comparePair } from '../../../src/diff/compare-object.ts'
import { ignoredFor } from '../../../src/diff/ignore.ts'
import { saysImmutable } from '../../../src/diff/judge.ts'
import { normaliseManifest } from '../../../src/diff/normalise-manifest.ts'
import { ownMarks } from '../../../src/diff/own-marks.ts'
import { builtinSchemas } from '../../../src/kube/builtin-schema.ts'
import type { JsonObject } from '../../../src/kube/json.ts'
import type { LiveObject, Manifest } from '../../../src/kube/manifest.ts'
import { groupOf, keyOf, versionOf } from '../../../src/kube/object-key.ts'
import { anySchema } from '../../../src/kube/schema.ts'
import { type FieldProblem, Fields } from '../../../src/settings/fields.ts'
import { type Drivers, expectOf, inputOf, type Row } from '../row.ts'

/**
 * Rows of Argo CD's three diffs. Ours is another one: it asks a dry run where something looks different. Where a row has
 * no dry run, the judge answers that Git's manifest is merged into what is live.
 */
export const diffDrivers: Drivers = {
  'diff-3way': modified,
  'diff-server-side': modified,
  'diff-structured-merge': modified,
  'ssa/immutable-error': immutableError,
  'diff-ignore': (row) => ('normalizedTarget' in expectOf<object>(row) ? ignored(row) : ignoredReplicas(row)),
}

const builtins = builtinSchemas()

async function modified(row: Row): Promise<void> {
  const compared = await compare(row)
  assert.equal(compared.kind === 'drifted', expectOf<{ modified: boolean }>(row).modified)
}

function immutableError(row: Row): void {
  const { message } = row.input as { message: string }
  assert.equal(saysImmutable(message), expectOf<{ immutable: boolean }>(row).immutable)
}

interface Options {
  readonly ignoreMutationWebhook?: boolean
  readonly ignoreDifferences?: readonly JsonObject[]
}

function optionsOf({ options }: Row): Options {
  return options ?? {}
}

/** What a rule removes from both sides does not differ; what it leaves does. */
async function ignored(row: Row): Promise<void> {
  const { normalizedTarget } = expectOf<{ normalizedTarget: { [pointer: string]: unknown } }>(row)
  const differing = await differingFields(row)
  for (const [pointer, value] of Object.entries(normalizedTarget)) {
    assert.equal(differing.includes(pointer.slice(1).replaceAll('/', '.')), value !== null, pointer)
  }
}

async function ignoredReplicas(row: Row): Promise<void> {
  const { normalizedLiveReplicas, predictedLiveReplicas } = expectOf<{ [side: string]: unknown }>(row)
  const differing = await differingFields(row)
  assert.equal(differing.includes('spec.replicas'), normalizedLiveReplicas !== predictedLiveReplicas)
}

async function differingFields(row: Row): Promise<readonly string[]> {
  const compared = await compare(row)
  return compared.kind === 'drifted' ? compared.fields.map(({ path }) => path) : []
}

/** The rows were written for another field manager. */
function objectOf(text: unknown): LiveObject {
  return parse(String(text).replaceAll('argocd-controller', 'plumbline'), { uniqueKeys: false }) as LiveObject
}

async function compare(row: Row) {
  const manifest = normaliseManifest(inputOf<Manifest>(row))
  const live = objectOf(row.live ?? '')
  const { apiVersion, kind } = manifest
  const schema = builtins.schemaOf(groupOf(apiVersion), versionOf(apiVersion), kind)
  const predicted = row.predicted ? objectOf(row.predicted) : merge(live, manifest)
  const judge = async () => ({ kind: 'predicted' as const, object: predicted as LiveObject })
  const { compared } = await comparePair({
    object: { key: keyOf(manifest), manifest, namespaced: true },
    desired: manifest as LiveObject,
    live,
    options: { schema: schema ?? anySchema, dropsEmpty: schema !== undefined },
    ignored: ignoredFor(rulesOf(row), keyOf(manifest)),
    marks: ownMarks({}),
    includesMutations: optionsOf(row).ignoreMutationWebhook === false,
    remembered: undefined,
    judge,
    judgeCreation: judge,
    mayRecreate: false,
  })
  return compared
}

function rulesOf(row: Row): readonly IgnoreRule[] {
  const problems: FieldProblem[] = []
  const value = { ignoreDifferences: optionsOf(row).ignoreDifferences ?? [] }
  const fields = Fields.open({ value, lineOf: () => 1 }, problems)
  const rules = fields === undefined ? [] : readIgnoreRules(fields)
  assert.deepEqual(problems, [])
  return rules
}

function merge(live: unknown, git: unknown): unknown {
  if (typeof git !== 'object' || git === null || Array.isArray(git)) return git
  if (typeof live !== 'object' || live === null || Array.isArray(live)) return git
  const others = new Map(Object.entries(live))
  const merged = Object.entries(git).map(([name, value]) => [name, merge(others.get(name), value)])
  return { ...live, ...Object.fromEntries(merged) }
}
