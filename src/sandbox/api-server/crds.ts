import type { JsonObject } from '../../kube/json.ts'
import { customKinds } from './custom/custom-kind.ts'
import { type Kernel, timeText } from './kernel.ts'
import { tableOf } from './kinds/resource-kind.ts'
import { type KubeObject, objectAt, withKeys } from './object.ts'
import { isEstablished } from './strategy/custom-resource-definition.ts'

const table = 'apiextensions.k8s.io/customresourcedefinitions'
const cleanup = 'customresourcecleanup.apiextensions.k8s.io'

/**
 * What the API server itself does with CRDs a moment after a request: it establishes new ones, serves their kinds, and
 * takes away the objects of those that are being deleted. `delayMs` is how long that moment is.
 */
export function tendCrds(kernel: Kernel, delayMs: number): void {
  const { store, kinds, now } = kernel
  for (const definition of store.list(table)) {
    if (definition.metadata.deletionTimestamp !== undefined) removeCrd(kernel, definition)
    else if (
      !isEstablished(definition) &&
      now() >= Date.parse(definition.metadata.creationTimestamp) + delayMs
    ) {
      store.put(keyOf(definition), established(definition, timeText(now())))
    } else if (isStale(definition)) store.put(keyOf(definition), withNames(definition))
  }
  kinds.serveCustom(store.list(table).filter(isEstablished))
}

function keyOf(definition: KubeObject): { table: string; namespace: string; name: string } {
  return { table, namespace: '', name: definition.metadata.name }
}

function isStale(definition: KubeObject): boolean {
  const names = objectAt(definition, 'spec', 'names')
  return JSON.stringify(objectAt(definition, 'status', 'acceptedNames')) !== JSON.stringify(names)
}

function withNames(definition: KubeObject): KubeObject {
  const status = { ...objectAt(definition, 'status'), acceptedNames: objectAt(definition, 'spec', 'names') }
  return { ...definition, status }
}

function established(definition: KubeObject, time: string): KubeObject {
  const { metadata } = definition
  const status: JsonObject = {
    ...objectAt(withNames(definition), 'status'),
    conditions: [
      condition('NamesAccepted', 'NoConflicts', 'no conflicts found', time),
      condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted', time),
    ],
  }
  const finalizers = [...new Set([...(metadata.finalizers ?? []), cleanup])]
  return { ...definition, metadata: { ...metadata, finalizers }, status }
}

function condition(type: string, reason: string, message: string, lastTransitionTime: string): JsonObject {
  return { type, status: 'True', lastTransitionTime, reason, message, observedGeneration: 1 }
}

/** The objects of its kinds go first; then it waits for nobody but the finalizers of others. */
function removeCrd({ store }: Kernel, definition: KubeObject): void {
  for (const kind of customKinds(definition)) store.dropTable(tableOf(kind))
  const finalizers = (definition.metadata.finalizers ?? []).filter((one) => one !== cleanup)
  if (finalizers.length === 0) {
    store.remove(keyOf(definition))
    return
  }
  if (finalizers.length === definition.metadata.finalizers?.length) return
  const metadata = withKeys(definition.metadata, { finalizers }) as KubeObject['metadata']
  store.put(keyOf(definition), { ...definition, metadata })
}
