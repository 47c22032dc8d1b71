import { isJsonObject, type Json, type JsonObject } from '../../kube/json.ts'
import { mapFields } from '../map-shared.ts'
import type { RenderBudget } from '../render-budget.ts'
import { fail } from '../render-error.ts'
import { type ConfiguredBy, type Trace, traceGenerator, withoutOrigin } from './build-metadata.ts'
import { type PairValue, readKeyValues } from './key-values.ts'
import type { GeneratorEntry, GeneratorOptions, Kustomization, SecretEntry } from './kustomization.ts'
import { aResource, type Resource, textOf, withObject } from './resource.ts'
import { formatId } from './resource-id.ts'
import type { ResourceSet } from './resource-set.ts'
import { valueAt } from './shared-values.ts'
import type { SourceFiles } from './source-files.ts'
import type { Transformer } from './step.ts'
import { refuseUntypedKey } from './untyped-key.ts'
import { textAt } from './written-texts.ts'

/** Makes the ConfigMaps and Secrets of a kustomization and adds them to, or merges them into, what is there. */
export async function generate(
  kustomization: Kustomization,
  resources: ResourceSet,
  files: SourceFiles,
  trace: Trace | undefined,
): Promise<void> {
  const { generatorOptions, file } = kustomization
  const by = (kind: string): ConfiguredBy => ({ file, kind, name: '', namespace: '' })
  for (const entry of kustomization.configMapGenerator) {
    const add = await configMap(entry, generatorOptions, kustomization, files)
    add(resources)
    traceGenerator(by('ConfigMapGenerator'), resources, trace)
  }
  for (const entry of kustomization.secretGenerator) {
    const add = await secret(entry, generatorOptions, kustomization, files)
    add(resources)
    traceGenerator(by('SecretGenerator'), resources, trace)
  }
}

/** Makes one ConfigMap of its entry. */
export async function configMap(
  entry: GeneratorEntry,
  global: GeneratorOptions,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<Transformer> {
  const pairs = await readKeyValues(entry, kustomization, files)
  const [texts, binaries]: [[string, Json][], [string, Json][]] = [[], []]
  for (const [key, value] of pairs) {
    if (typeof value === 'string') texts.push([key, value])
    else binaries.push([key, encodeBase64(value)])
  }
  const data = unlessEmpty('data', Object.fromEntries(texts))
  const binaryData = unlessEmpty('binaryData', Object.fromEntries(binaries))
  const made = anObject('ConfigMap', entry, global, { ...data, ...binaryData }, files)
  return (resources) => absorb(resources, entry, made, files.budget)
}

/** Makes one Secret of its entry. */
export async function secret(
  entry: SecretEntry,
  global: GeneratorOptions,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<Transformer> {
  const pairs = await readKeyValues(entry, kustomization, files)
  const encoded = [...pairs].map(([key, value]): [string, string] => [key, encodeBase64(value)])
  const content = { type: entry.type || 'Opaque', data: Object.fromEntries(encoded) }
  const made = anObject('Secret', entry, global, content, files)
  return (resources) => absorb(resources, entry, made, files.budget)
}

function anObject(
  kind: string,
  entry: GeneratorEntry | SecretEntry,
  global: GeneratorOptions,
  content: JsonObject,
  { budget, schema }: SourceFiles,
): Resource {
  budget.objects(1, entry.place)
  if (entry.name === '') fail(entry.place, 'a configmap must have a name; so must a secret')
  const labels = { ...global.labels, ...entry.options.labels }
  const annotations = { ...global.annotations, ...entry.options.annotations }
  budget.changes(Object.keys(labels).length + Object.keys(annotations).length, entry.place)
  const metadata = {
    name: entry.name,
    ...(entry.namespace !== '' && { namespace: entry.namespace }),
    ...unlessEmpty('labels', labels),
    ...unlessEmpty('annotations', annotations),
  }
  const isImmutable = global.immutable || entry.options.immutable
  const object = { apiVersion: 'v1', kind, metadata, ...content, ...(isImmutable && { immutable: true }) }
  const needsHash = !(global.disableNameSuffixHash || entry.options.disableNameSuffixHash)
  const made = aResource(object, { path: entry.place.file, line: entry.place.line ?? 1 }, schema, needsHash)
  refuseUntypedKey(Object.keys(labels), made.id, 'labels', entry.place)
  return made
}

function unlessEmpty(field: string, map: JsonObject): JsonObject {
  return Object.keys(map).length === 0 ? {} : { [field]: map }
}

/** A generator creates an object, or replaces or merges into the one that is there, keeping its place and identity. */
export function absorb(
  resources: ResourceSet,
  { behavior, place }: Pick<GeneratorEntry, 'behavior' | 'place'>,
  made: Resource,
  budget: RenderBudget,
): void {
  const [old, ...others] = resources.withId(made.id)
  const id = formatId(made.id)
  const changes = behavior === 'merge' || behavior === 'replace'
  if (others.length > 0) fail(place, `found multiple objects that could accept merge of ${id}`)
  if (old === undefined) {
    if (changes) fail(place, `id ${id} does not exist; cannot merge or replace`)
    if (!resources.append(made)) fail(place, `may not add resource with an already registered id: ${id}`)
    return
  }
  if (!changes) {
    const word = behavior === 'create' ? 'create' : 'unspecified'
    fail(place, `id ${id} exists; can not use behavior: '${word}', behavior must be merge or replace`)
  }
  budget.changes(Math.floor((keysOf(old) + keysOf(made)) / keysInOne), place)
  const object = behavior === 'merge' ? mergeData(old, made) : made.object
  const kept = behavior === 'replace' ? withoutOrigin(old) : old
  const next = withObject(old, { ...object, metadata: mergeMetadata(kept, made) })
  resources.replace(old, {
    ...next,
    origin: made.origin,
    needsHash: made.needsHash && old.needsHash,
    shared: [],
  })
}

/** One change is what copying a map of so many keys costs. */
const keysInOne = 20

function keysOf({ object }: Resource): number {
  const maps = [['data'], ['binaryData'], ['metadata', 'labels'], ['metadata', 'annotations']]
  return maps.reduce((count, path) => count + Object.keys(valueAt(object, path) ?? {}).length, 0)
}

function mergeMetadata(old: Resource, made: Resource): JsonObject {
  const merged = (field: string): JsonObject => mergeTexts(old, made, ['metadata', field])
  return {
    name: old.id.name,
    ...(old.id.namespace !== '' && { namespace: old.id.namespace }),
    ...unlessEmpty('labels', merged('labels')),
    ...unlessEmpty('annotations', merged('annotations')),
  }
}

function mergeData(old: Resource, made: Resource): JsonObject {
  const { data: _, binaryData: __, ...rest } = made.object
  const merged = (field: string): JsonObject => unlessEmpty(field, mergeTexts(old, made, [field]))
  return { ...rest, ...merged('data'), ...merged('binaryData') }
}

/** A map of both, in which everything is text, as it is written; null is none, but in labels a word like others. */
function mergeTexts(old: Resource, made: Resource, path: readonly string[]): JsonObject {
  return { ...textsAt(old, path), ...textsAt(made, path) }
}

function textsAt({ object, texts }: Resource, path: readonly string[]): JsonObject {
  const map = valueAt(object, path)
  const isMetadata = path[0] === 'metadata'
  const text = (key: string, value: Json): string => {
    if (value === null && !isMetadata) return ''
    return textAt(texts, object, [...path, key]) ?? (value === null ? 'null' : textOf(value))
  }
  return isJsonObject(map) ? mapFields(map, (value, key) => text(key, value)) : {}
}

const lineLength = 70

/** In lines of 70 characters, each ended, when there is more than one line's worth; kustomize hashes the breaks too. */
function encodeBase64(value: PairValue): string {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += 3 * 4096) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + 3 * 4096))))
  }
  const encoded = parts.join('')
  return encoded.length < lineLength ? encoded : encoded.replace(/.{1,70}/g, '$&\n')
}
