import type { Json, JsonObject } from '../../kube/json.ts'
import { groupVersionOf, type ResourceKind } from './kinds/resource-kind.ts'

/** Where an object is patched: kubectl looks there, before it applies, whether the server validates fields itself. */
export function openApiPaths(kinds: readonly ResourceKind[]): JsonObject {
  return Object.fromEntries(kinds.map((kind): [string, Json] => [pathOf(kind), { patch: patchOf(kind) }]))
}

function pathOf(kind: ResourceKind): string {
  const root = kind.group === '' ? '/api' : '/apis'
  const namespace = kind.namespaced ? 'namespaces/{namespace}/' : ''
  return `${root}/${groupVersionOf(kind)}/${namespace}${kind.resource}/{name}`
}

function patchOf({ group, version, kind }: ResourceKind): JsonObject {
  return {
    parameters: ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map((name) => ({
      name,
      in: 'query',
      schema: { type: name === 'force' ? 'boolean' : 'string', uniqueItems: true },
    })),
    responses: {},
    'x-kubernetes-action': 'patch',
    'x-kubernetes-group-version-kind': { group, version, kind },
  }
}
