// Made by test/support/kustomize-tables from kyaml 0.21.1 (Kubernetes v1.21.2). Do not edit.

/** How a field goes on: `to` the definition of its value or elements; a list with `keys` is merged by them, or as a set. */
export interface ListRule {
  readonly to?: string
  readonly keys?: readonly string[]
}

export const definitions: { readonly [name: string]: { readonly [field: string]: ListRule } } = {
  'io.k8s.api.admissionregistration.v1.MutatingWebhookConfiguration': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    webhooks: { keys: ['name'] },
  },
  'io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    webhooks: { keys: ['name'] },
  },
  'io.k8s.api.admissionregistration.v1beta1.MutatingWebhookConfiguration': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    webhooks: { keys: ['name'] },
  },
  'io.k8s.api.admissionregistration.v1beta1.ValidatingWebhookConfiguration': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    webhooks: { keys: ['name'] },
  },
  'io.k8s.api.apps.v1.ControllerRevision': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.apps.v1.DaemonSet': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.apps.v1.DaemonSetSpec' },
    status: { to: 'io.k8s.api.apps.v1.DaemonSetStatus' },
  },
  'io.k8s.api.apps.v1.DaemonSetSpec': { template: { to: 'io.k8s.api.core.v1.PodTemplateSpec' } },
  'io.k8s.api.apps.v1.DaemonSetStatus': { conditions: { keys: ['type'] } },
  'io.k8s.api.apps.v1.Deployment': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.apps.v1.DeploymentSpec' },
    status: { to: 'io.k8s.api.apps.v1.DeploymentStatus' },
  },
  'io.k8s.api.apps.v1.DeploymentSpec': { template: { to: 'io.k8s.api.core.v1.PodTemplateSpec' } },
  'io.k8s.api.apps.v1.DeploymentStatus': { conditions: { keys: ['type'] } },
  'io.k8s.api.apps.v1.Kustomization': {
    configMapGenerator: { keys: ['name'] },
    secretGenerator: { keys: ['name'] },
  },
  'io.k8s.api.apps.v1.ReplicaSet': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.apps.v1.ReplicaSetSpec' },
    status: { to: 'io.k8s.api.apps.v1.ReplicaSetStatus' },
  },
  'io.k8s.api.apps.v1.ReplicaSetSpec': { template: { to: 'io.k8s.api.core.v1.PodTemplateSpec' } },
  'io.k8s.api.apps.v1.ReplicaSetStatus': { conditions: { keys: ['type'] } },
  'io.k8s.api.apps.v1.StatefulSet': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.apps.v1.StatefulSetSpec' },
    status: { to: 'io.k8s.api.apps.v1.StatefulSetStatus' },
  },
  'io.k8s.api.apps.v1.StatefulSetSpec': { template: { to: 'io.k8s.api.core.v1.PodTemplateSpec' } },
  'io.k8s.api.apps.v1.StatefulSetStatus': { conditions: { keys: ['type'] } },
  'io.k8s.api.authentication.v1.TokenRequest': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.authentication.v1.TokenReview': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.authentication.v1beta1.TokenReview': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.authorization.v1.LocalSubjectAccessReview': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.authorization.v1.SelfSubjectAccessReview': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.authorization.v1.SelfSubjectRulesReview': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.authorization.v1.SubjectAccessReview': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.authorization.v1beta1.LocalSubjectAccessReview': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.authorization.v1beta1.SelfSubjectAccessReview': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.authorization.v1beta1.SelfSubjectRulesReview': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.authorization.v1beta1.SubjectAccessReview': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.autoscaling.v1.Scale': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.autoscaling.v2beta1.HorizontalPodAutoscaler': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.autoscaling.v2beta2.HorizontalPodAutoscaler': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.batch.v1.CronJob': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.batch.v1.CronJobSpec' },
  },
  'io.k8s.api.batch.v1.CronJobSpec': { jobTemplate: { to: 'io.k8s.api.batch.v1.JobTemplateSpec' } },
  'io.k8s.api.batch.v1.Job': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.batch.v1.JobSpec' },
    status: { to: 'io.k8s.api.batch.v1.JobStatus' },
  },
  'io.k8s.api.batch.v1.JobSpec': { template: { to: 'io.k8s.api.core.v1.PodTemplateSpec' } },
  'io.k8s.api.batch.v1.JobStatus': { conditions: { keys: ['type'] } },
  'io.k8s.api.batch.v1.JobTemplateSpec': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.batch.v1.JobSpec' },
  },
  'io.k8s.api.batch.v1beta1.CronJob': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.batch.v1beta1.CronJobSpec' },
  },
  'io.k8s.api.batch.v1beta1.CronJobSpec': { jobTemplate: { to: 'io.k8s.api.batch.v1beta1.JobTemplateSpec' } },
  'io.k8s.api.batch.v1beta1.JobTemplateSpec': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.batch.v1.JobSpec' },
  },
  'io.k8s.api.certificates.v1.CertificateSigningRequest': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.certificates.v1beta1.CertificateSigningRequest': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.coordination.v1.Lease': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.coordination.v1beta1.Lease': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.core.v1.Binding': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.core.v1.ComponentStatus': {
    conditions: { keys: ['type'] },
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.core.v1.ConfigMap': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.core.v1.Container': {
    env: { keys: ['name'] },
    ports: { keys: ['containerPort', 'protocol'] },
    volumeDevices: { keys: ['devicePath'] },
    volumeMounts: { keys: ['mountPath'] },
  },
  'io.k8s.api.core.v1.Endpoints': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.core.v1.EphemeralContainer': {
    env: { keys: ['name'] },
    volumeDevices: { keys: ['devicePath'] },
    volumeMounts: { keys: ['mountPath'] },
  },
  'io.k8s.api.core.v1.EphemeralVolumeSource': {
    volumeClaimTemplate: { to: 'io.k8s.api.core.v1.PersistentVolumeClaimTemplate' },
  },
  'io.k8s.api.core.v1.Event': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.core.v1.LimitRange': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.core.v1.Namespace': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    status: { to: 'io.k8s.api.core.v1.NamespaceStatus' },
  },
  'io.k8s.api.core.v1.NamespaceStatus': { conditions: { keys: ['type'] } },
  'io.k8s.api.core.v1.Node': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.core.v1.NodeSpec' },
    status: { to: 'io.k8s.api.core.v1.NodeStatus' },
  },
  'io.k8s.api.core.v1.NodeSpec': { podCIDRs: { keys: [] } },
  'io.k8s.api.core.v1.NodeStatus': { addresses: { keys: ['type'] }, conditions: { keys: ['type'] } },
  'io.k8s.api.core.v1.PersistentVolume': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.core.v1.PersistentVolumeClaim': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    status: { to: 'io.k8s.api.core.v1.PersistentVolumeClaimStatus' },
  },
  'io.k8s.api.core.v1.PersistentVolumeClaimStatus': { conditions: { keys: ['type'] } },
  'io.k8s.api.core.v1.PersistentVolumeClaimTemplate': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.core.v1.Pod': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.core.v1.PodSpec' },
    status: { to: 'io.k8s.api.core.v1.PodStatus' },
  },
  'io.k8s.api.core.v1.PodSpec': {
    containers: { to: 'io.k8s.api.core.v1.Container', keys: ['name'] },
    ephemeralContainers: { to: 'io.k8s.api.core.v1.EphemeralContainer', keys: ['name'] },
    hostAliases: { keys: ['ip'] },
    imagePullSecrets: { keys: ['name'] },
    initContainers: { to: 'io.k8s.api.core.v1.Container', keys: ['name'] },
    topologySpreadConstraints: { keys: ['topologyKey', 'whenUnsatisfiable'] },
    volumes: { to: 'io.k8s.api.core.v1.Volume', keys: ['name'] },
  },
  'io.k8s.api.core.v1.PodStatus': { conditions: { keys: ['type'] }, podIPs: { keys: ['ip'] } },
  'io.k8s.api.core.v1.PodTemplate': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    template: { to: 'io.k8s.api.core.v1.PodTemplateSpec' },
  },
  'io.k8s.api.core.v1.PodTemplateSpec': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.core.v1.PodSpec' },
  },
  'io.k8s.api.core.v1.ReplicationController': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.core.v1.ReplicationControllerSpec' },
    status: { to: 'io.k8s.api.core.v1.ReplicationControllerStatus' },
  },
  'io.k8s.api.core.v1.ReplicationControllerSpec': { template: { to: 'io.k8s.api.core.v1.PodTemplateSpec' } },
  'io.k8s.api.core.v1.ReplicationControllerStatus': { conditions: { keys: ['type'] } },
  'io.k8s.api.core.v1.ResourceQuota': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.core.v1.Secret': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.core.v1.Service': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.core.v1.ServiceSpec' },
    status: { to: 'io.k8s.api.core.v1.ServiceStatus' },
  },
  'io.k8s.api.core.v1.ServiceAccount': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    secrets: { keys: ['name'] },
  },
  'io.k8s.api.core.v1.ServiceSpec': { ports: { keys: ['port', 'protocol'] } },
  'io.k8s.api.core.v1.ServiceStatus': { conditions: { keys: ['type'] } },
  'io.k8s.api.core.v1.Volume': { ephemeral: { to: 'io.k8s.api.core.v1.EphemeralVolumeSource' } },
  'io.k8s.api.discovery.v1.EndpointSlice': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.discovery.v1beta1.EndpointSlice': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.events.v1.Event': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.events.v1beta1.Event': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.extensions.v1beta1.Ingress': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.flowcontrol.v1beta1.FlowSchema': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.flowcontrol.v1beta1.PriorityLevelConfiguration': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.networking.v1.Ingress': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.networking.v1.IngressClass': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.networking.v1.NetworkPolicy': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.networking.v1beta1.Ingress': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.networking.v1beta1.IngressClass': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.node.v1.RuntimeClass': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.node.v1beta1.RuntimeClass': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.policy.v1.PodDisruptionBudget': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    status: { to: 'io.k8s.api.policy.v1.PodDisruptionBudgetStatus' },
  },
  'io.k8s.api.policy.v1.PodDisruptionBudgetStatus': { conditions: { keys: ['type'] } },
  'io.k8s.api.policy.v1beta1.Eviction': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.policy.v1beta1.PodDisruptionBudget': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    status: { to: 'io.k8s.api.policy.v1beta1.PodDisruptionBudgetStatus' },
  },
  'io.k8s.api.policy.v1beta1.PodDisruptionBudgetStatus': { conditions: { keys: ['type'] } },
  'io.k8s.api.policy.v1beta1.PodSecurityPolicy': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.rbac.v1.ClusterRole': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.rbac.v1.ClusterRoleBinding': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.rbac.v1.Role': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.rbac.v1.RoleBinding': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.rbac.v1beta1.ClusterRole': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.rbac.v1beta1.ClusterRoleBinding': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.rbac.v1beta1.Role': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.rbac.v1beta1.RoleBinding': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.scheduling.v1.PriorityClass': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.scheduling.v1beta1.PriorityClass': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.storage.v1.CSIDriver': { metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
  'io.k8s.api.storage.v1.CSINode': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.storage.v1.CSINodeSpec' },
  },
  'io.k8s.api.storage.v1.CSINodeSpec': { drivers: { keys: ['name'] } },
  'io.k8s.api.storage.v1.StorageClass': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.storage.v1.VolumeAttachment': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.storage.v1beta1.CSIDriver': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.storage.v1beta1.CSINode': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    spec: { to: 'io.k8s.api.storage.v1beta1.CSINodeSpec' },
  },
  'io.k8s.api.storage.v1beta1.CSINodeSpec': { drivers: { keys: ['name'] } },
  'io.k8s.api.storage.v1beta1.CSIStorageCapacity': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.storage.v1beta1.StorageClass': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.api.storage.v1beta1.VolumeAttachment': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceDefinition': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': {
    finalizers: { keys: [] },
    ownerReferences: { keys: ['uid'] },
  },
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    status: { to: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceStatus' },
  },
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceStatus': { conditions: { keys: ['type'] } },
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1beta1.APIService': {
    metadata: { to: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    status: { to: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1beta1.APIServiceStatus' },
  },
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1beta1.APIServiceStatus': {
    conditions: { keys: ['type'] },
  },
}

/** From `apiVersion/kind` to its definition. */
export const definitionOfKind: { readonly [kind: string]: string } = {
  'admissionregistration.k8s.io/v1/MutatingWebhookConfiguration':
    'io.k8s.api.admissionregistration.v1.MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration':
    'io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration',
  'admissionregistration.k8s.io/v1beta1/MutatingWebhookConfiguration':
    'io.k8s.api.admissionregistration.v1beta1.MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/v1beta1/ValidatingWebhookConfiguration':
    'io.k8s.api.admissionregistration.v1beta1.ValidatingWebhookConfiguration',
  'apiextensions.k8s.io/v1/CustomResourceDefinition':
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
  'apiextensions.k8s.io/v1beta1/CustomResourceDefinition':
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceDefinition',
  'apiregistration.k8s.io/v1/APIService': 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService',
  'apiregistration.k8s.io/v1beta1/APIService':
    'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1beta1.APIService',
  'apps/v1/ControllerRevision': 'io.k8s.api.apps.v1.ControllerRevision',
  'apps/v1/DaemonSet': 'io.k8s.api.apps.v1.DaemonSet',
  'apps/v1/Deployment': 'io.k8s.api.apps.v1.Deployment',
  'apps/v1/ReplicaSet': 'io.k8s.api.apps.v1.ReplicaSet',
  'apps/v1/StatefulSet': 'io.k8s.api.apps.v1.StatefulSet',
  'authentication.k8s.io/v1/TokenRequest': 'io.k8s.api.authentication.v1.TokenRequest',
  'authentication.k8s.io/v1/TokenReview': 'io.k8s.api.authentication.v1.TokenReview',
  'authentication.k8s.io/v1beta1/TokenReview': 'io.k8s.api.authentication.v1beta1.TokenReview',
  'authorization.k8s.io/v1/LocalSubjectAccessReview': 'io.k8s.api.authorization.v1.LocalSubjectAccessReview',
  'authorization.k8s.io/v1/SelfSubjectAccessReview': 'io.k8s.api.authorization.v1.SelfSubjectAccessReview',
  'authorization.k8s.io/v1/SelfSubjectRulesReview': 'io.k8s.api.authorization.v1.SelfSubjectRulesReview',
  'authorization.k8s.io/v1/SubjectAccessReview': 'io.k8s.api.authorization.v1.SubjectAccessReview',
  'authorization.k8s.io/v1beta1/LocalSubjectAccessReview':
    'io.k8s.api.authorization.v1beta1.LocalSubjectAccessReview',
  'authorization.k8s.io/v1beta1/SelfSubjectAccessReview':
    'io.k8s.api.authorization.v1beta1.SelfSubjectAccessReview',
  'authorization.k8s.io/v1beta1/SelfSubjectRulesReview':
    'io.k8s.api.authorization.v1beta1.SelfSubjectRulesReview',
  'authorization.k8s.io/v1beta1/SubjectAccessReview': 'io.k8s.api.authorization.v1beta1.SubjectAccessReview',
  'autoscaling/v1/HorizontalPodAutoscaler': 'io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler',
  'autoscaling/v1/Scale': 'io.k8s.api.autoscaling.v1.Scale',
  'autoscaling/v2beta1/HorizontalPodAutoscaler': 'io.k8s.api.autoscaling.v2beta1.HorizontalPodAutoscaler',
  'autoscaling/v2beta2/HorizontalPodAutoscaler': 'io.k8s.api.autoscaling.v2beta2.HorizontalPodAutoscaler',
  'batch/v1/CronJob': 'io.k8s.api.batch.v1.CronJob',
  'batch/v1/Job': 'io.k8s.api.batch.v1.Job',
  'batch/v1beta1/CronJob': 'io.k8s.api.batch.v1beta1.CronJob',
  'certificates.k8s.io/v1/CertificateSigningRequest': 'io.k8s.api.certificates.v1.CertificateSigningRequest',
  'certificates.k8s.io/v1beta1/CertificateSigningRequest':
    'io.k8s.api.certificates.v1beta1.CertificateSigningRequest',
  'coordination.k8s.io/v1/Lease': 'io.k8s.api.coordination.v1.Lease',
  'coordination.k8s.io/v1beta1/Lease': 'io.k8s.api.coordination.v1beta1.Lease',
  'discovery.k8s.io/v1/EndpointSlice': 'io.k8s.api.discovery.v1.EndpointSlice',
  'discovery.k8s.io/v1beta1/EndpointSlice': 'io.k8s.api.discovery.v1beta1.EndpointSlice',
  'events.k8s.io/v1/Event': 'io.k8s.api.events.v1.Event',
  'events.k8s.io/v1beta1/Event': 'io.k8s.api.events.v1beta1.Event',
  'extensions/v1beta1/Ingress': 'io.k8s.api.extensions.v1beta1.Ingress',
  'flowcontrol.apiserver.k8s.io/v1beta1/FlowSchema': 'io.k8s.api.flowcontrol.v1beta1.FlowSchema',
  'flowcontrol.apiserver.k8s.io/v1beta1/PriorityLevelConfiguration':
    'io.k8s.api.flowcontrol.v1beta1.PriorityLevelConfiguration',
  'kustomize.config.k8s.io/v1beta1/Kustomization': 'io.k8s.api.apps.v1.Kustomization',
  'networking.k8s.io/v1/Ingress': 'io.k8s.api.networking.v1.Ingress',
  'networking.k8s.io/v1/IngressClass': 'io.k8s.api.networking.v1.IngressClass',
  'networking.k8s.io/v1/NetworkPolicy': 'io.k8s.api.networking.v1.NetworkPolicy',
  'networking.k8s.io/v1beta1/Ingress': 'io.k8s.api.networking.v1beta1.Ingress',
  'networking.k8s.io/v1beta1/IngressClass': 'io.k8s.api.networking.v1beta1.IngressClass',
  'node.k8s.io/v1/RuntimeClass': 'io.k8s.api.node.v1.RuntimeClass',
  'node.k8s.io/v1beta1/RuntimeClass': 'io.k8s.api.node.v1beta1.RuntimeClass',
  'policy/v1/PodDisruptionBudget': 'io.k8s.api.policy.v1.PodDisruptionBudget',
  'policy/v1beta1/Eviction': 'io.k8s.api.policy.v1beta1.Eviction',
  'policy/v1beta1/PodDisruptionBudget': 'io.k8s.api.policy.v1beta1.PodDisruptionBudget',
  'policy/v1beta1/PodSecurityPolicy': 'io.k8s.api.policy.v1beta1.PodSecurityPolicy',
  'rbac.authorization.k8s.io/v1/ClusterRole': 'io.k8s.api.rbac.v1.ClusterRole',
  'rbac.authorization.k8s.io/v1/ClusterRoleBinding': 'io.k8s.api.rbac.v1.ClusterRoleBinding',
  'rbac.authorization.k8s.io/v1/Role': 'io.k8s.api.rbac.v1.Role',
  'rbac.authorization.k8s.io/v1/RoleBinding': 'io.k8s.api.rbac.v1.RoleBinding',
  'rbac.authorization.k8s.io/v1beta1/ClusterRole': 'io.k8s.api.rbac.v1beta1.ClusterRole',
  'rbac.authorization.k8s.io/v1beta1/ClusterRoleBinding': 'io.k8s.api.rbac.v1beta1.ClusterRoleBinding',
  'rbac.authorization.k8s.io/v1beta1/Role': 'io.k8s.api.rbac.v1beta1.Role',
  'rbac.authorization.k8s.io/v1beta1/RoleBinding': 'io.k8s.api.rbac.v1beta1.RoleBinding',
  'scheduling.k8s.io/v1/PriorityClass': 'io.k8s.api.scheduling.v1.PriorityClass',
  'scheduling.k8s.io/v1beta1/PriorityClass': 'io.k8s.api.scheduling.v1beta1.PriorityClass',
  'storage.k8s.io/v1/CSIDriver': 'io.k8s.api.storage.v1.CSIDriver',
  'storage.k8s.io/v1/CSINode': 'io.k8s.api.storage.v1.CSINode',
  'storage.k8s.io/v1/StorageClass': 'io.k8s.api.storage.v1.StorageClass',
  'storage.k8s.io/v1/VolumeAttachment': 'io.k8s.api.storage.v1.VolumeAttachment',
  'storage.k8s.io/v1beta1/CSIDriver': 'io.k8s.api.storage.v1beta1.CSIDriver',
  'storage.k8s.io/v1beta1/CSINode': 'io.k8s.api.storage.v1beta1.CSINode',
  'storage.k8s.io/v1beta1/CSIStorageCapacity': 'io.k8s.api.storage.v1beta1.CSIStorageCapacity',
  'storage.k8s.io/v1beta1/StorageClass': 'io.k8s.api.storage.v1beta1.StorageClass',
  'storage.k8s.io/v1beta1/VolumeAttachment': 'io.k8s.api.storage.v1beta1.VolumeAttachment',
  'v1/Binding': 'io.k8s.api.core.v1.Binding',
  'v1/ComponentStatus': 'io.k8s.api.core.v1.ComponentStatus',
  'v1/ConfigMap': 'io.k8s.api.core.v1.ConfigMap',
  'v1/Endpoints': 'io.k8s.api.core.v1.Endpoints',
  'v1/Event': 'io.k8s.api.core.v1.Event',
  'v1/LimitRange': 'io.k8s.api.core.v1.LimitRange',
  'v1/Namespace': 'io.k8s.api.core.v1.Namespace',
  'v1/Node': 'io.k8s.api.core.v1.Node',
  'v1/PersistentVolume': 'io.k8s.api.core.v1.PersistentVolume',
  'v1/PersistentVolumeClaim': 'io.k8s.api.core.v1.PersistentVolumeClaim',
  'v1/Pod': 'io.k8s.api.core.v1.Pod',
  'v1/PodTemplate': 'io.k8s.api.core.v1.PodTemplate',
  'v1/ReplicationController': 'io.k8s.api.core.v1.ReplicationController',
  'v1/ResourceQuota': 'io.k8s.api.core.v1.ResourceQuota',
  'v1/Secret': 'io.k8s.api.core.v1.Secret',
  'v1/Service': 'io.k8s.api.core.v1.Service',
  'v1/ServiceAccount': 'io.k8s.api.core.v1.ServiceAccount',
}

/** Whether the objects of a kind lie in a namespace, by `apiVersion/kind`. */
export const isNamespacedKind: { readonly [kind: string]: boolean } = {
  'admissionregistration.k8s.io/v1/MutatingWebhookConfiguration': false,
  'admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration': false,
  'admissionregistration.k8s.io/v1beta1/MutatingWebhookConfiguration': false,
  'admissionregistration.k8s.io/v1beta1/ValidatingWebhookConfiguration': false,
  'apiextensions.k8s.io/v1/CustomResourceDefinition': false,
  'apiextensions.k8s.io/v1beta1/CustomResourceDefinition': false,
  'apiregistration.k8s.io/v1/APIService': false,
  'apiregistration.k8s.io/v1beta1/APIService': false,
  'apps/v1/ControllerRevision': true,
  'apps/v1/DaemonSet': true,
  'apps/v1/Deployment': true,
  'apps/v1/ReplicaSet': true,
  'apps/v1/StatefulSet': true,
  'autoscaling/v1/HorizontalPodAutoscaler': true,
  'autoscaling/v1/Scale': true,
  'autoscaling/v2beta1/HorizontalPodAutoscaler': true,
  'autoscaling/v2beta2/HorizontalPodAutoscaler': true,
  'batch/v1/CronJob': true,
  'batch/v1/Job': true,
  'batch/v1beta1/CronJob': true,
  'certificates.k8s.io/v1/CertificateSigningRequest': false,
  'certificates.k8s.io/v1beta1/CertificateSigningRequest': false,
  'coordination.k8s.io/v1/Lease': true,
  'coordination.k8s.io/v1beta1/Lease': true,
  'discovery.k8s.io/v1/EndpointSlice': true,
  'discovery.k8s.io/v1beta1/EndpointSlice': true,
  'events.k8s.io/v1/Event': true,
  'events.k8s.io/v1beta1/Event': true,
  'extensions/v1beta1/Ingress': true,
  'flowcontrol.apiserver.k8s.io/v1beta1/FlowSchema': false,
  'flowcontrol.apiserver.k8s.io/v1beta1/PriorityLevelConfiguration': false,
  'networking.k8s.io/v1/Ingress': true,
  'networking.k8s.io/v1/IngressClass': false,
  'networking.k8s.io/v1/NetworkPolicy': true,
  'networking.k8s.io/v1beta1/Ingress': true,
  'networking.k8s.io/v1beta1/IngressClass': false,
  'node.k8s.io/v1/RuntimeClass': false,
  'node.k8s.io/v1beta1/RuntimeClass': false,
  'policy/v1/PodDisruptionBudget': true,
  'policy/v1beta1/PodDisruptionBudget': true,
  'policy/v1beta1/PodSecurityPolicy': false,
  'rbac.authorization.k8s.io/v1/ClusterRole': false,
  'rbac.authorization.k8s.io/v1/ClusterRoleBinding': false,
  'rbac.authorization.k8s.io/v1/Role': true,
  'rbac.authorization.k8s.io/v1/RoleBinding': true,
  'rbac.authorization.k8s.io/v1beta1/ClusterRole': false,
  'rbac.authorization.k8s.io/v1beta1/ClusterRoleBinding': false,
  'rbac.authorization.k8s.io/v1beta1/Role': true,
  'rbac.authorization.k8s.io/v1beta1/RoleBinding': true,
  'scheduling.k8s.io/v1/PriorityClass': false,
  'scheduling.k8s.io/v1beta1/PriorityClass': false,
  'storage.k8s.io/v1/CSIDriver': false,
  'storage.k8s.io/v1/CSINode': false,
  'storage.k8s.io/v1/StorageClass': false,
  'storage.k8s.io/v1/VolumeAttachment': false,
  'storage.k8s.io/v1beta1/CSIDriver': false,
  'storage.k8s.io/v1beta1/CSINode': false,
  'storage.k8s.io/v1beta1/CSIStorageCapacity': true,
  'storage.k8s.io/v1beta1/StorageClass': false,
  'storage.k8s.io/v1beta1/VolumeAttachment': false,
  'v1/ComponentStatus': false,
  'v1/ConfigMap': true,
  'v1/Endpoints': true,
  'v1/Event': true,
  'v1/LimitRange': true,
  'v1/Namespace': false,
  'v1/Node': false,
  'v1/PersistentVolume': false,
  'v1/PersistentVolumeClaim': true,
  'v1/Pod': true,
  'v1/PodTemplate': true,
  'v1/ReplicationController': true,
  'v1/ResourceQuota': true,
  'v1/Secret': true,
  'v1/Service': true,
  'v1/ServiceAccount': true,
}
