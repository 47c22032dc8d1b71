import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { IgnoreRule } from '../../src/apps/application.ts'
import { comparePair } from '../../src/diff/compare-object.ts'
import { ignoredFor } from '../../src/diff/ignore.ts'
import { normaliseManifest } from '../../src/diff/normalise-manifest.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { groupOf, keyOf, versionOf } from '../../src/kube/object-key.ts'
import { anySchema } from '../../src/kube/schema.ts'
import { type CorpusRow, corpusRows } from './corpus.ts'

/**
 * Rows of Argo CD's three diffs. Ours is another one: it asks a dry run where something looks different. Where a row has
 * no dry run, the judge answers that Git's manifest is merged into what is live.
 */
const rows = corpusRows('argocd.jsonl').filter(({ kind }) => kind.startsWith('diff-'))
const builtins = builtinSchemas()

/** Rows that a diff of ours answers otherwise on purpose. */
const onPurpose: { readonly [id: string]: string } = {
  'will-include-mutation-webhook-modifications':
    'what a webhook would do to an object that is as Git says is no drift of ours',
  'will-respect-ignoreDifferences':
    'its prediction was made from another manifest; the object is as Git says, and nobody is asked',
  TestThreeWayDiffExample4:
    'a version that is served no more: its lists are wholes, and only a cluster can judge',
}

/** The rows were written for another field manager. */
function objectOf(text: string): LiveObject {
  return parse(text.replaceAll('argocd-controller', 'plumbline'), { uniqueKeys: false }) as LiveObject
}

async function compare(row: CorpusRow) {
  const manifest = normaliseManifest(parse(row.input) as Manifest)
  const live = objectOf(row.live ?? '')
  const { apiVersion, kind } = manifest
  const schema = builtins.schemaOf(groupOf(apiVersion), versionOf(apiVersion), kind)
  const predicted = row.predicted ? objectOf(row.predicted) : merge(live, manifest)
  const { compared } = await comparePair({
    object: { key: keyOf(manifest), manifest, namespaced: true },
    desired: manifest as LiveObject,
    live,
    options: { schema: schema ?? anySchema, dropsEmpty: schema !== undefined },
    ignored: ignoredFor(rulesOf(row), keyOf(manifest)),
    remembered: undefined,
    judge: async () => ({ kind: 'predicted', object: predicted as LiveObject }),
  })
  return compared
}

function rulesOf({ options = {} }: CorpusRow): readonly IgnoreRule[] {
  const rules = (options.ignoreDifferences ?? []) as readonly (Partial<IgnoreRule> & {
    readonly managedFieldsManagers?: readonly string[]
  })[]
  return rules.map(({ group = '', kind = '', jsonPointers = [], managedFieldsManagers = [] }) => ({
    group,
    kind,
    jsonPointers,
    managers: managedFieldsManagers,
  }))
}

function merge(live: unknown, git: unknown): unknown {
  if (typeof git !== 'object' || git === null || Array.isArray(git)) return git
  if (typeof live !== 'object' || live === null || Array.isArray(live)) return git
  const others = new Map(Object.entries(live))
  const merged = Object.entries(git).map(([name, value]) => [name, merge(others.get(name), value)])
  return { ...live, ...Object.fromEntries(merged) }
}

describe.skipIf(rows.length === 0)('Argo CD, differences', () => {
  test.each(rows.filter((row) => 'modified' in row.expect && row.kind !== 'diff-ignore'))(
    '$id',
    async (row) => {
      const compared = await compare(row)

      const isOnPurpose = Object.keys(onPurpose).some((part) => row.id.includes(part))
      expect(compared.kind === 'drifted').toBe(isOnPurpose ? !row.expect.modified : row.expect.modified)
    },
  )

  test.each(rows.filter(({ kind }) => kind === 'diff-ignore'))('$id', async (row) => {
    const compared = await compare(row)
    const differing = compared.kind === 'drifted' ? compared.fields.map(({ path }) => path) : []

    const { normalizedTarget, normalizedLiveReplicas, predictedLiveReplicas } = row.expect
    const replicas = normalizedLiveReplicas === predictedLiveReplicas ? null : predictedLiveReplicas
    const wanted = normalizedTarget ?? { '/spec/replicas': replicas }
    for (const [pointer, value] of Object.entries(wanted as object)) {
      expect(differing.includes(pointer.slice(1).replaceAll('/', '.'))).toBe(value !== null)
    }
  })
})
