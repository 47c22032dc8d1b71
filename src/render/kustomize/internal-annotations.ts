import { getOwn, isJsonObject } from '../../kube/json.ts'
import { fail } from '../render-error.ts'
import { type Resource, textOf } from './resource.ts'

const prefix = 'internal.config.kubernetes.io/'

const ownNames: ReadonlySet<string> = new Set([
  ...[
    'previousKinds',
    'previousNames',
    'previousNamespaces',
    'prefixes',
    'suffixes',
    'allowNameChange',
    'allowKindChange',
    'refBy',
    'generatorBehavior',
    'needsHashSuffix',
    'helm-generated',
    'path',
    'index',
    'seqindent',
    'id',
    'annotations-migration-resource-id',
  ].map((name) => `${prefix}${name}`),
  'config.kubernetes.io/path',
  'config.kubernetes.io/index',
])

/**
 * What kustomize writes down in annotations while it builds is honoured where someone else has written it, and is in
 * no output: names it had, prefixes and suffixes, whether it needs a hash, whether Helm made it.
 */
export function takeInternalAnnotations(resource: Resource): Resource {
  const metadata = getOwn(resource.object, 'metadata')
  const annotations = isJsonObject(metadata) ? getOwn(metadata, 'annotations') : undefined
  if (!isJsonObject(metadata) || !isJsonObject(annotations)) return resource
  const entries = Object.entries(annotations)
  const kept = entries.filter(([key]) => !ownNames.has(key))
  if (kept.length === entries.length) return resource
  const { annotations: _, ...rest } = metadata
  const left = kept.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(kept) }
  const read = (name: string): string => textOf(getOwn(annotations, `${prefix}${name}`))
  const list = (name: string): readonly string[] => (read(name) === '' ? [] : read(name).split(','))
  return {
    ...resource,
    object: { ...resource.object, metadata: left },
    previous: previousOf(resource, list),
    prefixes: list('prefixes'),
    suffixes: list('suffixes'),
    needsHash: read('needsHashSuffix') === 'enabled',
    isFromHelm: read('helm-generated') === 'true',
  }
}

const mostIds = 64

function previousOf({ origin }: Resource, list: (name: string) => readonly string[]): Resource['previous'] {
  const [names, scopes, kinds] = [list('previousNames'), list('previousNamespaces'), list('previousKinds')]
  const place = { file: origin.path, line: origin.line }
  if (names.length !== scopes.length || names.length !== kinds.length) {
    fail(place, 'number of previous names, number of previous namespaces, number of previous kinds not equal')
  }
  if (names.length > mostIds) fail(place, `has more than ${mostIds} previous names`, 'too-large')
  return names.map((name, index) => ({ name, scope: scopes[index] ?? '', kind: kinds[index] ?? '' }))
}
