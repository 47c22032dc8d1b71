import type { JsonObject } from '../../kube/json.ts'
import { customKinds } from './custom/custom-kind.ts'
import { type Kernel, timeText } from './kernel.ts'
import { tableOf } from './kinds/resource-kind.ts'
import { type KubeObject, listAt, objectAt, sameJson, withKeys } from './object.ts'
import { isEstablished } from './strategy/custom-resource-definition.ts'
import { systemRequest } from './write/system-request.ts'
import { replaceRead } from './write/update.ts'

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
    else if (now() >= Date.parse(definition.metadata.creationTimestamp) + delayMs)
      establish(kernel, definition)
  }
  kinds.serveCustom(store.list(table).filter(isEstablished))
}

function keyOf(definition: KubeObject): { table: string; namespace: string; name: string } {
  return { table, namespace: '', name: definition.metadata.name }
}

/** Accepts the names of a definition; a new one is also guarded against going before its objects. */
function establish(kernel: Kernel, definition: KubeObject): void {
  const names = objectAt(definition, 'spec', 'names')
  const isNew = !isEstablished(definition)
  if (!isNew && sameJson(objectAt(definition, 'status', 'acceptedNames'), names)) return
  const time = timeText(kernel.now())
  const conditions = isNew
    ? [
        condition('NamesAccepted', 'NoConflicts', 'no conflicts found', time),
        condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted', time),
      ]
    : listAt(definition, 'status', 'conditions')
  const status = { ...objectAt(definition, 'status'), acceptedNames: names, conditions }
  const updated = writeStatus(kernel, definition, status)
  if (!isNew) return
  const finalizers = [...new Set([...(updated.metadata.finalizers ?? []), cleanup])]
  kernel.store.put(keyOf(definition), { ...updated, metadata: { ...updated.metadata, finalizers } })
}

function condition(type: string, reason: string, message: string, lastTransitionTime: string): JsonObject {
  return { type, status: 'True', lastTransitionTime, reason, message }
}

function writeStatus(kernel: Kernel, definition: KubeObject, status: JsonObject): KubeObject {
  const kind = kernel.kinds.ofTable(table)
  if (kind === undefined) return definition
  const { name } = definition.metadata
  const request = systemRequest(kernel, kind, { name, subresource: 'status' }, 'kube-apiserver')
  return replaceRead(request, kind.codec.read({ ...definition, status }).object, definition)
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
