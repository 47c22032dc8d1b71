import type { Json, JsonObject } from '../../../kube/json.ts'
import { objectAt, textAt, withKeys } from '../object.ts'
import { all, type Change, each, fill, when, within } from './change.ts'

/** Source: k8s.io/kubernetes pkg/apis/core/v1/defaults.go and zz_generated.defaults.go. */
const port = fill({ protocol: 'TCP' })
const fieldRef = fill({ apiVersion: 'v1' })
const handler = all(
  within('httpGet', fill({ path: '/', scheme: 'HTTP' })),
  within('grpc', fill({ service: '' })),
)
const probe = all(
  handler,
  fill({ timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }),
)

const container = all(
  fill({
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: (it) => pullPolicy(textAt(it, 'image')),
  }),
  each('ports', port),
  each('env', within('valueFrom.fieldRef', fieldRef)),
  within('livenessProbe', probe),
  within('readinessProbe', probe),
  within('startupProbe', probe),
  within('lifecycle.postStart', handler),
  within('lifecycle.preStop', handler),
)

/** `Always` for the tag `latest`, also when it is only meant. */
function pullPolicy(image: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1)
  if (image === '' || name.includes('@')) return 'IfNotPresent'
  const tag = name.includes(':') ? name.slice(name.indexOf(':') + 1) : 'latest'
  return tag === 'latest' ? 'Always' : 'IfNotPresent'
}

const mode = fill({ defaultMode: 0o644 })
const downwardItems = each('items', within('fieldRef', fieldRef))
const projection = all(
  within('serviceAccountToken', fill({ expirationSeconds: 3600 })),
  within('downwardAPI', downwardItems),
)

const volume = all(
  when((it) => Object.keys(it).every((key) => key === 'name'), fill({ emptyDir: {} })),
  within('secret', mode),
  within('configMap', mode),
  within('downwardAPI', all(mode, downwardItems)),
  within('projected', all(mode, each('sources', projection))),
  within('hostPath', fill({ type: '' })),
  within('iscsi', fill({ iscsiInterface: 'default' })),
  within('ephemeral.volumeClaimTemplate.spec', fill({ volumeMode: 'Filesystem' })),
)

export const podSpecDefaults: Change = all(
  each('volumes', volume),
  each('initContainers', container),
  each('containers', container),
  fill({
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
  }),
  accountName,
)

/** One name under the old key and the new one, which counts. */
function accountName(spec: JsonObject): JsonObject {
  const name = textAt(spec, 'serviceAccountName') || textAt(spec, 'serviceAccount')
  return name === '' ? spec : withKeys(spec, { serviceAccountName: name, serviceAccount: name })
}

export const podTemplateDefaults: Change = within('spec', podSpecDefaults)

/** A Pod's own defaults, beyond those of a template. */
export const podDefaults: Change = within(
  'spec',
  all(
    podSpecDefaults,
    each('initContainers', requestsFromLimits),
    each('containers', requestsFromLimits),
    fill({ enableServiceLinks: true }),
  ),
)

function requestsFromLimits(it: JsonObject): JsonObject {
  const limits = objectAt(it, 'resources', 'limits')
  if (Object.keys(limits).length === 0) return it
  const requests: Json = { ...limits, ...objectAt(it, 'resources', 'requests') }
  return withKeys(it, { resources: withKeys(objectAt(it, 'resources'), { requests }) })
}
