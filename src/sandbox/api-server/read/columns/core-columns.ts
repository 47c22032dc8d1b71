import type { JsonObject } from '../../../../kube/json.ts'
import { listAt, numberAt, objectAt, objectsAt, shownText, textAt, valueAt } from '../../object.ts'
import { ageColumn, type Column, createdColumn, labelsText, nameColumn, none, text, wide } from './column.ts'
import { podColumns } from './pod-columns.ts'

const sizeOf =
  (...keys: readonly string[]) =>
  (object: JsonObject) =>
    keys.reduce((sum, key) => sum + Object.keys(objectAt(object, key)).length, 0)

/** Seen on kube-apiserver 1.36. */
export const coreColumns: { readonly [table: string]: readonly Column[] } = {
  '/pods': podColumns,
  '/namespaces': [nameColumn, text('Status', (one) => textAt(one, 'status', 'phase')), ageColumn],
  '/configmaps': [nameColumn, text('Data', sizeOf('data', 'binaryData')), ageColumn],
  '/secrets': [
    nameColumn,
    text('Type', (secret) => textAt(secret, 'type')),
    text('Data', sizeOf('data')),
    ageColumn,
  ],
  '/serviceaccounts': [nameColumn, ageColumn],
  '/limitranges': [nameColumn, createdColumn],
  '/services': [
    nameColumn,
    text('Type', (service) => textAt(service, 'spec', 'type')),
    text('Cluster-IP', (service) => textAt(service, 'spec', 'clusterIP') || none),
    text('External-IP', externalAddress),
    text('Port(s)', (service) => objectsAt(service, 'spec', 'ports').map(portText).join(',') || none),
    ageColumn,
    wide(text('Selector', (service) => labelsText(objectAt(service, 'spec', 'selector')))),
  ],
  '/persistentvolumeclaims': [
    nameColumn,
    text('Status', (claim) =>
      valueAt(claim, 'metadata', 'deletionTimestamp') === undefined
        ? textAt(claim, 'status', 'phase')
        : 'Terminating',
    ),
    text('Volume', (claim) => textAt(claim, 'spec', 'volumeName')),
    text(
      'Capacity',
      boundOnly((claim) => shownText(objectAt(claim, 'status', 'capacity').storage ?? '')),
    ),
    text('Access Modes', boundOnly(accessModes)),
    text('StorageClass', (claim) => textAt(claim, 'spec', 'storageClassName')),
    text('VolumeAttributesClass', (claim) => textAt(claim, 'spec', 'volumeAttributesClassName') || '<unset>'),
    ageColumn,
    wide(text('VolumeMode', (claim) => textAt(claim, 'spec', 'volumeMode') || '<unset>')),
  ],
}

function externalAddress(service: JsonObject): string {
  const spec = objectAt(service, 'spec')
  if (spec.type === 'ExternalName') return textAt(spec, 'externalName')
  const given = listAt(spec, 'externalIPs').map(String)
  if (spec.type !== 'LoadBalancer') return given.join(',') || none
  const found = objectsAt(service, 'status', 'loadBalancer', 'ingress').map(
    (one) => textAt(one, 'ip') || textAt(one, 'hostname'),
  )
  return [...found, ...given].join(',') || '<pending>'
}

function portText(port: JsonObject): string {
  const node = numberAt(port, 'nodePort') ?? 0
  return `${numberAt(port, 'port') ?? 0}${node === 0 ? '' : `:${node}`}/${textAt(port, 'protocol')}`
}

function boundOnly(cell: (claim: JsonObject) => string): (claim: JsonObject) => string {
  return (claim) => (textAt(claim, 'spec', 'volumeName') === '' ? '' : cell(claim))
}

const shortModes = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const

function accessModes(claim: JsonObject): string {
  const modes = listAt(claim, 'status', 'accessModes')
  return shortModes.flatMap(([mode, short]) => (modes.includes(mode) ? [short] : [])).join(',')
}
