import type { KindRules, ResourceKind, Subresource } from './resource-kind.ts'

export interface BuiltInKind extends ResourceKind {
  readonly goType: string
}

/**
 * The built-in kinds in the order of a real server's discovery: group, version, kind, plural, scope, short names,
 * categories, subresources, rules, Go package. The rules are those of each kind's strategy in k8s.io/kubernetes
 * pkg/registry: `c` counts generations, `p` lets PUT create, `r` needs a resourceVersion to update, `o` orphans by
 * default, `d` answers a delete with the object.
 */
const table = `
- v1 ConfigMap configmaps N cm - - - core
- v1 Endpoints endpoints N ep - - p core
- v1 Event events N ev - - p core
- v1 LimitRange limitranges N limits - - p core
- v1 Namespace namespaces C ns - status d core
- v1 Node nodes C no - status - core
- v1 PersistentVolumeClaim persistentvolumeclaims N pvc - status d core
- v1 PersistentVolume persistentvolumes C pv - status d core
- v1 Pod pods N po all status cd core
- v1 PodTemplate podtemplates N - - - cd core
- v1 ReplicationController replicationcontrollers N rc all scale,status co core
- v1 ResourceQuota resourcequotas N quota - status d core
- v1 Secret secrets N - - - - core
- v1 ServiceAccount serviceaccounts N sa - - d core
- v1 Service services N svc all status pd core
apps v1 ControllerRevision controllerrevisions N - - - - apps
apps v1 DaemonSet daemonsets N ds all status c apps
apps v1 Deployment deployments N deploy all scale,status c apps
apps v1 ReplicaSet replicasets N rs all scale,status c apps
apps v1 StatefulSet statefulsets N sts all scale,status c apps
autoscaling v2 HorizontalPodAutoscaler horizontalpodautoscalers N hpa all status - autoscaling
batch v1 CronJob cronjobs N cj all status c batch
batch v1 Job jobs N - all status co batch
networking.k8s.io v1 IngressClass ingressclasses C - - - c networking
networking.k8s.io v1 Ingress ingresses N ing - status c networking
networking.k8s.io v1 NetworkPolicy networkpolicies N netpol - - c networking
policy v1 PodDisruptionBudget poddisruptionbudgets N pdb - status cr policy
rbac.authorization.k8s.io v1 ClusterRoleBinding clusterrolebindings C - - - p rbac
rbac.authorization.k8s.io v1 ClusterRole clusterroles C - - - p rbac
rbac.authorization.k8s.io v1 RoleBinding rolebindings N - - - p rbac
rbac.authorization.k8s.io v1 Role roles N - - - p rbac
storage.k8s.io v1 StorageClass storageclasses C sc - - d storage
admissionregistration.k8s.io v1 MutatingWebhookConfiguration mutatingwebhookconfigurations C - api-extensions - cr admission
admissionregistration.k8s.io v1 ValidatingAdmissionPolicy validatingadmissionpolicies C - api-extensions status cr admission
admissionregistration.k8s.io v1 ValidatingAdmissionPolicyBinding validatingadmissionpolicybindings C - api-extensions - cr admission
admissionregistration.k8s.io v1 ValidatingWebhookConfiguration validatingwebhookconfigurations C - api-extensions - cr admission
apiextensions.k8s.io v1 CustomResourceDefinition customresourcedefinitions C crd,crds api-extensions status cr apiext
scheduling.k8s.io v1 PriorityClass priorityclasses C pc - - c scheduling
coordination.k8s.io v1 Lease leases N - - - pr coordination
discovery.k8s.io v1 EndpointSlice endpointslices N - - - c discovery
`

export function builtInKinds(): readonly BuiltInKind[] {
  return table.trim().split('\n').map(readKind)
}

function readKind(line: string): BuiltInKind {
  const [group, version, kind, resource, scope, short, categories, sub, rules, home] = line.split(' ')
  if (kind === undefined || resource === undefined || version === undefined)
    throw new Error(`bad row: ${line}`)
  return {
    group: group === '-' || group === undefined ? '' : group,
    version,
    kind,
    resource,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    namespaced: scope === 'N',
    shortNames: words(short),
    categories: words(categories),
    subresources: words(sub).filter(isSubresource),
    rules: readRules(rules ?? ''),
    goType: `${home ?? ''}.${kind}`,
  }
}

function words(text: string | undefined): readonly string[] {
  return text === undefined || text === '-' ? [] : text.split(',')
}

function isSubresource(text: string): text is Subresource {
  return text === 'status' || text === 'scale'
}

function readRules(letters: string): KindRules {
  return {
    counted: letters.includes('c'),
    createOnUpdate: letters.includes('p'),
    unconditionalUpdate: !letters.includes('r'),
    orphansByDefault: letters.includes('o'),
    returnsDeleted: letters.includes('d'),
  }
}
