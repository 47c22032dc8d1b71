// Made by test/sandbox/api-server/make-go-types.mjs from k8s.io/api and k8s.io/apimachinery; not edited by hand.

/**
 * The Go types of the built-in kinds, one a line: `package.Type field:type ...`. After a field's name `?` is omitempty
 * and `~` omitzero; a type begins with `*` for a pointer, `[]` for a slice, `{}` for a map with string keys.
 */
export const goTypes: string = `
admission.AuditAnnotation key:string valueExpression:string
admission.ExpressionWarning fieldRef:string warning:string
admission.MatchCondition name:string expression:string
admission.MatchResources namespaceSelector?:*meta.LabelSelector objectSelector?:*meta.LabelSelector resourceRules?:[]admission.NamedRuleWithOperations excludeResourceRules?:[]admission.NamedRuleWithOperations matchPolicy?:*string
admission.MutatingWebhook name:string clientConfig:admission.WebhookClientConfig rules?:[]admission.RuleWithOperations failurePolicy?:*string matchPolicy?:*string namespaceSelector?:*meta.LabelSelector objectSelector?:*meta.LabelSelector sideEffects:*string timeoutSeconds?:*int32 admissionReviewVersions:[]string reinvocationPolicy?:*string matchConditions?:[]admission.MatchCondition
admission.MutatingWebhookConfiguration kind?:string apiVersion?:string metadata?:meta.ObjectMeta webhooks?:[]admission.MutatingWebhook
admission.NamedRuleWithOperations resourceNames?:[]string operations?:[]string apiGroups?:[]string apiVersions?:[]string resources?:[]string scope?:*string
admission.ParamKind apiVersion?:string kind?:string
admission.ParamRef name?:string namespace?:string selector?:*meta.LabelSelector parameterNotFoundAction?:*string
admission.RuleWithOperations operations?:[]string apiGroups?:[]string apiVersions?:[]string resources?:[]string scope?:*string
admission.ServiceReference namespace:string name:string path?:*string port?:*int32
admission.TypeChecking expressionWarnings?:[]admission.ExpressionWarning
admission.ValidatingAdmissionPolicy kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:admission.ValidatingAdmissionPolicySpec status?:admission.ValidatingAdmissionPolicyStatus
admission.ValidatingAdmissionPolicyBinding kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:admission.ValidatingAdmissionPolicyBindingSpec
admission.ValidatingAdmissionPolicyBindingSpec policyName?:string paramRef?:*admission.ParamRef matchResources?:*admission.MatchResources validationActions?:[]string
admission.ValidatingAdmissionPolicySpec paramKind?:*admission.ParamKind matchConstraints?:*admission.MatchResources validations?:[]admission.Validation failurePolicy?:*string auditAnnotations?:[]admission.AuditAnnotation matchConditions?:[]admission.MatchCondition variables?:[]admission.Variable
admission.ValidatingAdmissionPolicyStatus observedGeneration?:int64 typeChecking?:*admission.TypeChecking conditions?:[]meta.Condition
admission.ValidatingWebhook name:string clientConfig:admission.WebhookClientConfig rules?:[]admission.RuleWithOperations failurePolicy?:*string matchPolicy?:*string namespaceSelector?:*meta.LabelSelector objectSelector?:*meta.LabelSelector sideEffects:*string timeoutSeconds?:*int32 admissionReviewVersions:[]string matchConditions?:[]admission.MatchCondition
admission.ValidatingWebhookConfiguration kind?:string apiVersion?:string metadata?:meta.ObjectMeta webhooks?:[]admission.ValidatingWebhook
admission.Validation expression:string message?:string reason?:*string messageExpression?:string
admission.Variable name:string expression:string
admission.WebhookClientConfig url?:*string service?:*admission.ServiceReference caBundle?:bytes
apiext.CustomResourceColumnDefinition name:string type:string format?:string description?:string priority?:int32 jsonPath:string
apiext.CustomResourceConversion strategy:string webhook?:*apiext.WebhookConversion
apiext.CustomResourceDefinition kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec:apiext.CustomResourceDefinitionSpec status?:apiext.CustomResourceDefinitionStatus
apiext.CustomResourceDefinitionCondition type:string status:string lastTransitionTime?:time reason?:string message?:string observedGeneration?:int64
apiext.CustomResourceDefinitionNames plural:string singular?:string shortNames?:[]string kind:string listKind?:string categories?:[]string
apiext.CustomResourceDefinitionSpec group:string names:apiext.CustomResourceDefinitionNames scope:string versions:[]apiext.CustomResourceDefinitionVersion conversion?:*apiext.CustomResourceConversion preserveUnknownFields?:bool
apiext.CustomResourceDefinitionStatus conditions:[]apiext.CustomResourceDefinitionCondition acceptedNames:apiext.CustomResourceDefinitionNames storedVersions:[]string observedGeneration?:int64
apiext.CustomResourceDefinitionVersion name:string served:bool storage:bool deprecated?:bool deprecationWarning?:*string schema?:*apiext.CustomResourceValidation subresources?:*apiext.CustomResourceSubresources additionalPrinterColumns?:[]apiext.CustomResourceColumnDefinition selectableFields?:[]apiext.SelectableField
apiext.CustomResourceSubresourceScale specReplicasPath:string statusReplicasPath:string labelSelectorPath?:*string
apiext.CustomResourceSubresources status?:*any scale?:*apiext.CustomResourceSubresourceScale
apiext.CustomResourceValidation openAPIV3Schema?:*any
apiext.SelectableField jsonPath:string
apiext.ServiceReference namespace:string name:string path?:*string port?:*int32
apiext.WebhookClientConfig url?:*string service?:*apiext.ServiceReference caBundle?:bytes
apiext.WebhookConversion clientConfig?:*apiext.WebhookClientConfig conversionReviewVersions:[]string
apps.ControllerRevision kind?:string apiVersion?:string metadata?:meta.ObjectMeta data?:any revision:int64
apps.DaemonSet kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:apps.DaemonSetSpec status?:apps.DaemonSetStatus
apps.DaemonSetCondition type:string status:string lastTransitionTime?:time reason?:string message?:string
apps.DaemonSetSpec selector:*meta.LabelSelector template:core.PodTemplateSpec updateStrategy?:apps.DaemonSetUpdateStrategy minReadySeconds?:int32 revisionHistoryLimit?:*int32
apps.DaemonSetStatus currentNumberScheduled:int32 numberMisscheduled:int32 desiredNumberScheduled:int32 numberReady:int32 observedGeneration?:int64 updatedNumberScheduled?:int32 numberAvailable?:int32 numberUnavailable?:int32 collisionCount?:*int32 conditions?:[]apps.DaemonSetCondition
apps.DaemonSetUpdateStrategy type?:string rollingUpdate?:*apps.RollingUpdateDaemonSet
apps.Deployment kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:apps.DeploymentSpec status?:apps.DeploymentStatus
apps.DeploymentCondition type:string status:string lastUpdateTime?:time lastTransitionTime?:time reason?:string message?:string
apps.DeploymentSpec replicas?:*int32 selector:*meta.LabelSelector template:core.PodTemplateSpec strategy?:apps.DeploymentStrategy minReadySeconds?:int32 revisionHistoryLimit?:*int32 paused?:bool progressDeadlineSeconds?:*int32
apps.DeploymentStatus observedGeneration?:int64 replicas?:int32 updatedReplicas?:int32 readyReplicas?:int32 availableReplicas?:int32 unavailableReplicas?:int32 terminatingReplicas?:*int32 conditions?:[]apps.DeploymentCondition collisionCount?:*int32
apps.DeploymentStrategy type?:string rollingUpdate?:*apps.RollingUpdateDeployment
apps.ReplicaSet kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:apps.ReplicaSetSpec status?:apps.ReplicaSetStatus
apps.ReplicaSetCondition type:string status:string lastTransitionTime?:time reason?:string message?:string
apps.ReplicaSetSpec replicas?:*int32 minReadySeconds?:int32 selector:*meta.LabelSelector template?:core.PodTemplateSpec
apps.ReplicaSetStatus replicas:int32 fullyLabeledReplicas?:int32 readyReplicas?:int32 availableReplicas?:int32 terminatingReplicas?:*int32 observedGeneration?:int64 conditions?:[]apps.ReplicaSetCondition
apps.RollingUpdateDaemonSet maxUnavailable?:*intOrString maxSurge?:*intOrString
apps.RollingUpdateDeployment maxUnavailable?:*intOrString maxSurge?:*intOrString
apps.RollingUpdateStatefulSetStrategy partition?:*int32 maxUnavailable?:*intOrString
apps.StatefulSet kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:apps.StatefulSetSpec status?:apps.StatefulSetStatus
apps.StatefulSetCondition type:string status:string lastTransitionTime?:time reason?:string message?:string
apps.StatefulSetOrdinals start:int32
apps.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted?:string whenScaled?:string
apps.StatefulSetSpec replicas?:*int32 selector:*meta.LabelSelector template:core.PodTemplateSpec volumeClaimTemplates?:[]core.PersistentVolumeClaim serviceName:string podManagementPolicy?:string updateStrategy?:apps.StatefulSetUpdateStrategy revisionHistoryLimit?:*int32 minReadySeconds?:int32 persistentVolumeClaimRetentionPolicy?:*apps.StatefulSetPersistentVolumeClaimRetentionPolicy ordinals?:*apps.StatefulSetOrdinals
apps.StatefulSetStatus observedGeneration?:int64 replicas:int32 readyReplicas?:int32 currentReplicas?:int32 updatedReplicas?:int32 currentRevision?:string updateRevision?:string collisionCount?:*int32 conditions?:[]apps.StatefulSetCondition availableReplicas:int32
apps.StatefulSetUpdateStrategy type?:string rollingUpdate?:*apps.RollingUpdateStatefulSetStrategy
autoscaling.ContainerResourceMetricSource name:string target:autoscaling.MetricTarget container:string
autoscaling.ContainerResourceMetricStatus name:string current:autoscaling.MetricValueStatus container:string
autoscaling.CrossVersionObjectReference kind:string name:string apiVersion?:string
autoscaling.ExternalMetricSource metric:autoscaling.MetricIdentifier target:autoscaling.MetricTarget
autoscaling.ExternalMetricStatus metric:autoscaling.MetricIdentifier current:autoscaling.MetricValueStatus
autoscaling.HPAScalingPolicy type:string value:int32 periodSeconds:int32
autoscaling.HPAScalingRules stabilizationWindowSeconds?:*int32 selectPolicy?:*string policies?:[]autoscaling.HPAScalingPolicy tolerance?:*quantity
autoscaling.HorizontalPodAutoscaler kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:autoscaling.HorizontalPodAutoscalerSpec status?:autoscaling.HorizontalPodAutoscalerStatus
autoscaling.HorizontalPodAutoscalerBehavior scaleUp?:*autoscaling.HPAScalingRules scaleDown?:*autoscaling.HPAScalingRules
autoscaling.HorizontalPodAutoscalerCondition type:string status:string lastTransitionTime?:time reason?:string message?:string
autoscaling.HorizontalPodAutoscalerSpec scaleTargetRef:autoscaling.CrossVersionObjectReference minReplicas?:*int32 maxReplicas:int32 metrics?:[]autoscaling.MetricSpec behavior?:*autoscaling.HorizontalPodAutoscalerBehavior
autoscaling.HorizontalPodAutoscalerStatus observedGeneration?:*int64 lastScaleTime?:*time currentReplicas?:int32 desiredReplicas:int32 currentMetrics:[]autoscaling.MetricStatus conditions?:[]autoscaling.HorizontalPodAutoscalerCondition
autoscaling.MetricIdentifier name:string selector?:*meta.LabelSelector
autoscaling.MetricSpec type:string object?:*autoscaling.ObjectMetricSource pods?:*autoscaling.PodsMetricSource resource?:*autoscaling.ResourceMetricSource containerResource?:*autoscaling.ContainerResourceMetricSource external?:*autoscaling.ExternalMetricSource
autoscaling.MetricStatus type:string object?:*autoscaling.ObjectMetricStatus pods?:*autoscaling.PodsMetricStatus resource?:*autoscaling.ResourceMetricStatus containerResource?:*autoscaling.ContainerResourceMetricStatus external?:*autoscaling.ExternalMetricStatus
autoscaling.MetricTarget type:string value?:*quantity averageValue?:*quantity averageUtilization?:*int32
autoscaling.MetricValueStatus value?:*quantity averageValue?:*quantity averageUtilization?:*int32
autoscaling.ObjectMetricSource describedObject:autoscaling.CrossVersionObjectReference target:autoscaling.MetricTarget metric:autoscaling.MetricIdentifier
autoscaling.ObjectMetricStatus metric:autoscaling.MetricIdentifier current:autoscaling.MetricValueStatus describedObject:autoscaling.CrossVersionObjectReference
autoscaling.PodsMetricSource metric:autoscaling.MetricIdentifier target:autoscaling.MetricTarget
autoscaling.PodsMetricStatus metric:autoscaling.MetricIdentifier current:autoscaling.MetricValueStatus
autoscaling.ResourceMetricSource name:string target:autoscaling.MetricTarget
autoscaling.ResourceMetricStatus name:string current:autoscaling.MetricValueStatus
autoscaling1.Scale kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:autoscaling1.ScaleSpec status?:autoscaling1.ScaleStatus
autoscaling1.ScaleSpec replicas?:int32
autoscaling1.ScaleStatus replicas:int32 selector?:string
batch.CronJob kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:batch.CronJobSpec status?:batch.CronJobStatus
batch.CronJobSpec schedule:string timeZone?:*string startingDeadlineSeconds?:*int64 concurrencyPolicy?:string suspend?:*bool jobTemplate:batch.JobTemplateSpec successfulJobsHistoryLimit?:*int32 failedJobsHistoryLimit?:*int32
batch.CronJobStatus active?:[]core.ObjectReference lastScheduleTime?:*time lastSuccessfulTime?:*time
batch.Job kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:batch.JobSpec status?:batch.JobStatus
batch.JobCondition type:string status:string lastProbeTime?:time lastTransitionTime?:time reason?:string message?:string
batch.JobSpec parallelism?:*int32 completions?:*int32 activeDeadlineSeconds?:*int64 podFailurePolicy?:*batch.PodFailurePolicy successPolicy?:*batch.SuccessPolicy backoffLimit?:*int32 backoffLimitPerIndex?:*int32 maxFailedIndexes?:*int32 selector?:*meta.LabelSelector manualSelector?:*bool template:core.PodTemplateSpec ttlSecondsAfterFinished?:*int32 completionMode?:*string suspend?:*bool podReplacementPolicy?:*string managedBy?:*string
batch.JobStatus conditions?:[]batch.JobCondition startTime?:*time completionTime?:*time active?:int32 succeeded?:int32 failed?:int32 terminating?:*int32 completedIndexes?:string failedIndexes?:*string uncountedTerminatedPods?:*batch.UncountedTerminatedPods ready?:*int32
batch.JobTemplateSpec metadata?:meta.ObjectMeta spec?:batch.JobSpec
batch.PodFailurePolicy rules:[]batch.PodFailurePolicyRule
batch.PodFailurePolicyOnExitCodesRequirement containerName?:*string operator:string values:[]int32
batch.PodFailurePolicyOnPodConditionsPattern type:string status:string
batch.PodFailurePolicyRule action:string onExitCodes?:*batch.PodFailurePolicyOnExitCodesRequirement onPodConditions?:[]batch.PodFailurePolicyOnPodConditionsPattern
batch.SuccessPolicy rules:[]batch.SuccessPolicyRule
batch.SuccessPolicyRule succeededIndexes?:*string succeededCount?:*int32
batch.UncountedTerminatedPods succeeded?:[]string failed?:[]string
coordination.Lease kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:coordination.LeaseSpec
coordination.LeaseSpec holderIdentity?:*string leaseDurationSeconds?:*int32 acquireTime?:*microtime renewTime?:*microtime leaseTransitions?:*int32 strategy?:*string preferredHolder?:*string
core.AWSElasticBlockStoreVolumeSource volumeID:string fsType?:string partition?:int32 readOnly?:bool
core.Affinity nodeAffinity?:*core.NodeAffinity podAffinity?:*core.PodAffinity podAntiAffinity?:*core.PodAntiAffinity
core.AppArmorProfile type:string localhostProfile?:*string
core.AttachedVolume name:string devicePath:string
core.AzureDiskVolumeSource diskName:string diskURI:string cachingMode?:*string fsType?:*string readOnly?:*bool kind?:*string
core.AzureFilePersistentVolumeSource secretName:string shareName:string readOnly?:bool secretNamespace:*string
core.AzureFileVolumeSource secretName:string shareName:string readOnly?:bool
core.CSIPersistentVolumeSource driver:string volumeHandle:string readOnly?:bool fsType?:string volumeAttributes?:{}string controllerPublishSecretRef?:*core.SecretReference nodeStageSecretRef?:*core.SecretReference nodePublishSecretRef?:*core.SecretReference controllerExpandSecretRef?:*core.SecretReference nodeExpandSecretRef?:*core.SecretReference
core.CSIVolumeSource driver:string readOnly?:*bool fsType?:*string volumeAttributes?:{}string nodePublishSecretRef?:*core.LocalObjectReference
core.Capabilities add?:[]string drop?:[]string
core.CephFSPersistentVolumeSource monitors:[]string path?:string user?:string secretFile?:string secretRef?:*core.SecretReference readOnly?:bool
core.CephFSVolumeSource monitors:[]string path?:string user?:string secretFile?:string secretRef?:*core.LocalObjectReference readOnly?:bool
core.CinderPersistentVolumeSource volumeID:string fsType?:string readOnly?:bool secretRef?:*core.SecretReference
core.CinderVolumeSource volumeID:string fsType?:string readOnly?:bool secretRef?:*core.LocalObjectReference
core.ClientIPConfig timeoutSeconds?:*int32
core.ClusterTrustBundleProjection name?:*string signerName?:*string labelSelector?:*meta.LabelSelector optional?:*bool path:string
core.ConfigMap kind?:string apiVersion?:string metadata?:meta.ObjectMeta immutable?:*bool data?:{}string binaryData?:{}bytes
core.ConfigMapEnvSource name?:string optional?:*bool
core.ConfigMapKeySelector name?:string key:string optional?:*bool
core.ConfigMapNodeConfigSource namespace:string name:string uid?:string resourceVersion?:string kubeletConfigKey:string
core.ConfigMapProjection name?:string items?:[]core.KeyToPath optional?:*bool
core.ConfigMapVolumeSource name?:string items?:[]core.KeyToPath defaultMode?:*int32 optional?:*bool
core.Container name:string image?:string command?:[]string args?:[]string workingDir?:string ports?:[]core.ContainerPort envFrom?:[]core.EnvFromSource env?:[]core.EnvVar resources?:core.ResourceRequirements resizePolicy?:[]core.ContainerResizePolicy restartPolicy?:*string restartPolicyRules?:[]core.ContainerRestartRule volumeMounts?:[]core.VolumeMount volumeDevices?:[]core.VolumeDevice livenessProbe?:*core.Probe readinessProbe?:*core.Probe startupProbe?:*core.Probe lifecycle?:*core.Lifecycle terminationMessagePath?:string terminationMessagePolicy?:string imagePullPolicy?:string securityContext?:*core.SecurityContext stdin?:bool stdinOnce?:bool tty?:bool
core.ContainerExtendedResourceRequest containerName:string resourceName:string requestName:string
core.ContainerImage names:[]string sizeBytes?:int64
core.ContainerPort name?:string hostPort?:int32 containerPort:int32 protocol?:string hostIP?:string
core.ContainerResizePolicy resourceName:string restartPolicy:string
core.ContainerRestartRule action?:string exitCodes?:*core.ContainerRestartRuleOnExitCodes
core.ContainerRestartRuleOnExitCodes operator?:string values?:[]int32
core.ContainerState waiting?:*core.ContainerStateWaiting running?:*core.ContainerStateRunning terminated?:*core.ContainerStateTerminated
core.ContainerStateRunning startedAt?:time
core.ContainerStateTerminated exitCode:int32 signal?:int32 reason?:string message?:string startedAt?:time finishedAt?:time containerID?:string
core.ContainerStateWaiting reason?:string message?:string
core.ContainerStatus name:string state?:core.ContainerState lastState?:core.ContainerState ready:bool restartCount:int32 image:string imageID:string containerID?:string started?:*bool allocatedResources?:{}quantity resources?:*core.ResourceRequirements volumeMounts?:[]core.VolumeMountStatus user?:*core.ContainerUser allocatedResourcesStatus?:[]core.ResourceStatus stopSignal?:*string
core.ContainerUser linux?:*core.LinuxContainerUser
core.DaemonEndpoint Port:int32
core.DownwardAPIProjection items?:[]core.DownwardAPIVolumeFile
core.DownwardAPIVolumeFile path:string fieldRef?:*core.ObjectFieldSelector resourceFieldRef?:*core.ResourceFieldSelector mode?:*int32
core.DownwardAPIVolumeSource items?:[]core.DownwardAPIVolumeFile defaultMode?:*int32
core.EmptyDirVolumeSource medium?:string sizeLimit?:*quantity
core.EndpointAddress ip:string hostname?:string nodeName?:*string targetRef?:*core.ObjectReference
core.EndpointPort name?:string port:int32 protocol?:string appProtocol?:*string
core.EndpointSubset addresses?:[]core.EndpointAddress notReadyAddresses?:[]core.EndpointAddress ports?:[]core.EndpointPort
core.Endpoints kind?:string apiVersion?:string metadata?:meta.ObjectMeta subsets?:[]core.EndpointSubset
core.EnvFromSource prefix?:string configMapRef?:*core.ConfigMapEnvSource secretRef?:*core.SecretEnvSource
core.EnvVar name:string value?:string valueFrom?:*core.EnvVarSource
core.EnvVarSource fieldRef?:*core.ObjectFieldSelector resourceFieldRef?:*core.ResourceFieldSelector configMapKeyRef?:*core.ConfigMapKeySelector secretKeyRef?:*core.SecretKeySelector fileKeyRef?:*core.FileKeySelector
core.EphemeralContainer name:string image?:string command?:[]string args?:[]string workingDir?:string ports?:[]core.ContainerPort envFrom?:[]core.EnvFromSource env?:[]core.EnvVar resources?:core.ResourceRequirements resizePolicy?:[]core.ContainerResizePolicy restartPolicy?:*string restartPolicyRules?:[]core.ContainerRestartRule volumeMounts?:[]core.VolumeMount volumeDevices?:[]core.VolumeDevice livenessProbe?:*core.Probe readinessProbe?:*core.Probe startupProbe?:*core.Probe lifecycle?:*core.Lifecycle terminationMessagePath?:string terminationMessagePolicy?:string imagePullPolicy?:string securityContext?:*core.SecurityContext stdin?:bool stdinOnce?:bool tty?:bool targetContainerName?:string
core.EphemeralVolumeSource volumeClaimTemplate?:*core.PersistentVolumeClaimTemplate
core.Event kind?:string apiVersion?:string metadata:meta.ObjectMeta involvedObject:core.ObjectReference reason?:string message?:string source?:core.EventSource firstTimestamp?:time lastTimestamp?:time count?:int32 type?:string eventTime?:microtime series?:*core.EventSeries action?:string related?:*core.ObjectReference reportingComponent:string reportingInstance:string
core.EventSeries count?:int32 lastObservedTime?:microtime
core.EventSource component?:string host?:string
core.ExecAction command?:[]string
core.FCVolumeSource targetWWNs?:[]string lun?:*int32 fsType?:string readOnly?:bool wwids?:[]string
core.FileKeySelector volumeName:string path:string key:string optional?:*bool
core.FlexPersistentVolumeSource driver:string fsType?:string secretRef?:*core.SecretReference readOnly?:bool options?:{}string
core.FlexVolumeSource driver:string fsType?:string secretRef?:*core.LocalObjectReference readOnly?:bool options?:{}string
core.FlockerVolumeSource datasetName?:string datasetUUID?:string
core.GCEPersistentDiskVolumeSource pdName:string fsType?:string partition?:int32 readOnly?:bool
core.GRPCAction port:int32 service:*string
core.GitRepoVolumeSource repository:string revision?:string directory?:string
core.GlusterfsPersistentVolumeSource endpoints:string path:string readOnly?:bool endpointsNamespace?:*string
core.GlusterfsVolumeSource endpoints:string path:string readOnly?:bool
core.HTTPGetAction path?:string port:intOrString host?:string scheme?:string httpHeaders?:[]core.HTTPHeader
core.HTTPHeader name:string value:string
core.HostAlias ip:string hostnames?:[]string
core.HostIP ip:string
core.HostPathVolumeSource path:string type?:*string
core.ISCSIPersistentVolumeSource targetPortal:string iqn:string lun:int32 iscsiInterface?:string fsType?:string readOnly?:bool portals?:[]string chapAuthDiscovery?:bool chapAuthSession?:bool secretRef?:*core.SecretReference initiatorName?:*string
core.ISCSIVolumeSource targetPortal:string iqn:string lun:int32 iscsiInterface?:string fsType?:string readOnly?:bool portals?:[]string chapAuthDiscovery?:bool chapAuthSession?:bool secretRef?:*core.LocalObjectReference initiatorName?:*string
core.ImageVolumeSource reference?:string pullPolicy?:string
core.ImageVolumeStatus imageRef?:string
core.KeyToPath key:string path:string mode?:*int32
core.Lifecycle postStart?:*core.LifecycleHandler preStop?:*core.LifecycleHandler stopSignal?:*string
core.LifecycleHandler exec?:*core.ExecAction httpGet?:*core.HTTPGetAction tcpSocket?:*core.TCPSocketAction sleep?:*core.SleepAction
core.LimitRange kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:core.LimitRangeSpec
core.LimitRangeItem type:string max?:{}quantity min?:{}quantity default?:{}quantity defaultRequest?:{}quantity maxLimitRequestRatio?:{}quantity
core.LimitRangeSpec limits:[]core.LimitRangeItem
core.LinuxContainerUser uid:int64 gid:int64 supplementalGroups?:[]int64
core.LoadBalancerIngress ip?:string hostname?:string ipMode?:*string ports?:[]core.PortStatus
core.LoadBalancerStatus ingress?:[]core.LoadBalancerIngress
core.LocalObjectReference name?:string
core.LocalVolumeSource path:string fsType?:*string
core.ModifyVolumeStatus targetVolumeAttributesClassName?:string status:string
core.NFSVolumeSource server:string path:string readOnly?:bool
core.Namespace kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:core.NamespaceSpec status?:core.NamespaceStatus
core.NamespaceCondition type:string status:string lastTransitionTime?:time reason?:string message?:string
core.NamespaceSpec finalizers?:[]string
core.NamespaceStatus phase?:string conditions?:[]core.NamespaceCondition
core.Node kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:core.NodeSpec status?:core.NodeStatus
core.NodeAddress type:string address:string
core.NodeAffinity requiredDuringSchedulingIgnoredDuringExecution?:*core.NodeSelector preferredDuringSchedulingIgnoredDuringExecution?:[]core.PreferredSchedulingTerm
core.NodeAllocatableResourceClaimStatus resourceClaimName:string containers?:[]string resources:{}quantity
core.NodeCondition type:string status:string lastHeartbeatTime?:time lastTransitionTime?:time reason?:string message?:string
core.NodeConfigSource configMap?:*core.ConfigMapNodeConfigSource
core.NodeConfigStatus assigned?:*core.NodeConfigSource active?:*core.NodeConfigSource lastKnownGood?:*core.NodeConfigSource error?:string
core.NodeDaemonEndpoints kubeletEndpoint?:core.DaemonEndpoint
core.NodeFeatures supplementalGroupsPolicy?:*bool
core.NodeRuntimeHandler name:string features?:*core.NodeRuntimeHandlerFeatures
core.NodeRuntimeHandlerFeatures recursiveReadOnlyMounts?:*bool userNamespaces?:*bool
core.NodeSelector nodeSelectorTerms:[]core.NodeSelectorTerm
core.NodeSelectorRequirement key:string operator:string values?:[]string
core.NodeSelectorTerm matchExpressions?:[]core.NodeSelectorRequirement matchFields?:[]core.NodeSelectorRequirement
core.NodeSpec podCIDR?:string podCIDRs?:[]string providerID?:string unschedulable?:bool taints?:[]core.Taint configSource?:*core.NodeConfigSource externalID?:string
core.NodeStatus capacity?:{}quantity allocatable?:{}quantity phase?:string conditions?:[]core.NodeCondition addresses?:[]core.NodeAddress daemonEndpoints?:core.NodeDaemonEndpoints nodeInfo?:core.NodeSystemInfo images?:[]core.ContainerImage volumesInUse?:[]string volumesAttached?:[]core.AttachedVolume config?:*core.NodeConfigStatus runtimeHandlers?:[]core.NodeRuntimeHandler features?:*core.NodeFeatures declaredFeatures?:[]string
core.NodeSwapStatus capacity?:*int64
core.NodeSystemInfo machineID:string systemUUID:string bootID:string kernelVersion:string osImage:string containerRuntimeVersion:string kubeletVersion:string kubeProxyVersion:string operatingSystem:string architecture:string swap?:*core.NodeSwapStatus
core.ObjectFieldSelector apiVersion?:string fieldPath:string
core.ObjectReference kind?:string namespace?:string name?:string uid?:string apiVersion?:string resourceVersion?:string fieldPath?:string
core.PersistentVolume kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:core.PersistentVolumeSpec status?:core.PersistentVolumeStatus
core.PersistentVolumeClaim kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:core.PersistentVolumeClaimSpec status?:core.PersistentVolumeClaimStatus
core.PersistentVolumeClaimCondition type:string status:string lastProbeTime?:time lastTransitionTime?:time reason?:string message?:string
core.PersistentVolumeClaimSpec accessModes?:[]string selector?:*meta.LabelSelector resources?:core.VolumeResourceRequirements volumeName?:string storageClassName?:*string volumeMode?:*string dataSource?:*core.TypedLocalObjectReference dataSourceRef?:*core.TypedObjectReference volumeAttributesClassName?:*string
core.PersistentVolumeClaimStatus phase?:string accessModes?:[]string capacity?:{}quantity conditions?:[]core.PersistentVolumeClaimCondition allocatedResources?:{}quantity allocatedResourceStatuses?:{}string currentVolumeAttributesClassName?:*string modifyVolumeStatus?:*core.ModifyVolumeStatus
core.PersistentVolumeClaimTemplate metadata?:meta.ObjectMeta spec:core.PersistentVolumeClaimSpec
core.PersistentVolumeClaimVolumeSource claimName:string readOnly?:bool
core.PersistentVolumeSpec capacity?:{}quantity gcePersistentDisk?:*core.GCEPersistentDiskVolumeSource awsElasticBlockStore?:*core.AWSElasticBlockStoreVolumeSource hostPath?:*core.HostPathVolumeSource glusterfs?:*core.GlusterfsPersistentVolumeSource nfs?:*core.NFSVolumeSource rbd?:*core.RBDPersistentVolumeSource iscsi?:*core.ISCSIPersistentVolumeSource cinder?:*core.CinderPersistentVolumeSource cephfs?:*core.CephFSPersistentVolumeSource fc?:*core.FCVolumeSource flocker?:*core.FlockerVolumeSource flexVolume?:*core.FlexPersistentVolumeSource azureFile?:*core.AzureFilePersistentVolumeSource vsphereVolume?:*core.VsphereVirtualDiskVolumeSource quobyte?:*core.QuobyteVolumeSource azureDisk?:*core.AzureDiskVolumeSource photonPersistentDisk?:*core.PhotonPersistentDiskVolumeSource portworxVolume?:*core.PortworxVolumeSource scaleIO?:*core.ScaleIOPersistentVolumeSource local?:*core.LocalVolumeSource storageos?:*core.StorageOSPersistentVolumeSource csi?:*core.CSIPersistentVolumeSource accessModes?:[]string claimRef?:*core.ObjectReference persistentVolumeReclaimPolicy?:string storageClassName?:string mountOptions?:[]string volumeMode?:*string nodeAffinity?:*core.VolumeNodeAffinity volumeAttributesClassName?:*string
core.PersistentVolumeStatus phase?:string message?:string reason?:string lastPhaseTransitionTime?:*time
core.PhotonPersistentDiskVolumeSource pdID:string fsType?:string
core.Pod kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:core.PodSpec status?:core.PodStatus
core.PodAffinity requiredDuringSchedulingIgnoredDuringExecution?:[]core.PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution?:[]core.WeightedPodAffinityTerm
core.PodAffinityTerm labelSelector?:*meta.LabelSelector namespaces?:[]string topologyKey:string namespaceSelector?:*meta.LabelSelector matchLabelKeys?:[]string mismatchLabelKeys?:[]string
core.PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution?:[]core.PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution?:[]core.WeightedPodAffinityTerm
core.PodCertificateProjection signerName?:string keyType?:string maxExpirationSeconds?:*int32 credentialBundlePath?:string keyPath?:string certificateChainPath?:string userAnnotations?:{}string
core.PodCondition type:string observedGeneration?:int64 status:string lastProbeTime?:time lastTransitionTime?:time reason?:string message?:string
core.PodDNSConfig nameservers?:[]string searches?:[]string options?:[]core.PodDNSConfigOption
core.PodDNSConfigOption name?:string value?:*string
core.PodExtendedResourceClaimStatus requestMappings:[]core.ContainerExtendedResourceRequest resourceClaimName:string
core.PodIP ip:string
core.PodOS name:string
core.PodReadinessGate conditionType:string
core.PodResourceClaim name:string resourceClaimName?:*string resourceClaimTemplateName?:*string
core.PodResourceClaimStatus name:string resourceClaimName?:*string
core.PodSchedulingGate name:string
core.PodSchedulingGroup podGroupName?:*string
core.PodSecurityContext seLinuxOptions?:*core.SELinuxOptions windowsOptions?:*core.WindowsSecurityContextOptions runAsUser?:*int64 runAsGroup?:*int64 runAsNonRoot?:*bool supplementalGroups?:[]int64 supplementalGroupsPolicy?:*string fsGroup?:*int64 sysctls?:[]core.Sysctl fsGroupChangePolicy?:*string seccompProfile?:*core.SeccompProfile appArmorProfile?:*core.AppArmorProfile seLinuxChangePolicy?:*string
core.PodSpec volumes?:[]core.Volume initContainers?:[]core.Container containers:[]core.Container ephemeralContainers?:[]core.EphemeralContainer restartPolicy?:string terminationGracePeriodSeconds?:*int64 activeDeadlineSeconds?:*int64 dnsPolicy?:string nodeSelector?:{}string serviceAccountName?:string serviceAccount?:string automountServiceAccountToken?:*bool nodeName?:string hostNetwork?:bool hostPID?:bool hostIPC?:bool shareProcessNamespace?:*bool securityContext?:*core.PodSecurityContext imagePullSecrets?:[]core.LocalObjectReference hostname?:string subdomain?:string affinity?:*core.Affinity schedulerName?:string tolerations?:[]core.Toleration hostAliases?:[]core.HostAlias priorityClassName?:string priority?:*int32 dnsConfig?:*core.PodDNSConfig readinessGates?:[]core.PodReadinessGate runtimeClassName?:*string enableServiceLinks?:*bool preemptionPolicy?:*string overhead?:{}quantity topologySpreadConstraints?:[]core.TopologySpreadConstraint setHostnameAsFQDN?:*bool os?:*core.PodOS hostUsers?:*bool schedulingGates?:[]core.PodSchedulingGate resourceClaims?:[]core.PodResourceClaim resources?:*core.ResourceRequirements hostnameOverride?:*string schedulingGroup?:*core.PodSchedulingGroup
core.PodStatus observedGeneration?:int64 phase?:string conditions?:[]core.PodCondition message?:string reason?:string nominatedNodeName?:string hostIP?:string hostIPs?:[]core.HostIP podIP?:string podIPs?:[]core.PodIP startTime?:*time initContainerStatuses?:[]core.ContainerStatus containerStatuses?:[]core.ContainerStatus qosClass?:string ephemeralContainerStatuses?:[]core.ContainerStatus resize?:string resourceClaimStatuses?:[]core.PodResourceClaimStatus extendedResourceClaimStatus?:*core.PodExtendedResourceClaimStatus allocatedResources?:{}quantity resources?:*core.ResourceRequirements nodeAllocatableResourceClaimStatuses?:[]core.NodeAllocatableResourceClaimStatus
core.PodTemplate kind?:string apiVersion?:string metadata?:meta.ObjectMeta template?:core.PodTemplateSpec
core.PodTemplateSpec metadata?:meta.ObjectMeta spec?:core.PodSpec
core.PortStatus port:int32 protocol:string error?:*string
core.PortworxVolumeSource volumeID:string fsType?:string readOnly?:bool
core.PreferredSchedulingTerm weight:int32 preference:core.NodeSelectorTerm
core.Probe exec?:*core.ExecAction httpGet?:*core.HTTPGetAction tcpSocket?:*core.TCPSocketAction grpc?:*core.GRPCAction initialDelaySeconds?:int32 timeoutSeconds?:int32 periodSeconds?:int32 successThreshold?:int32 failureThreshold?:int32 terminationGracePeriodSeconds?:*int64
core.ProjectedVolumeSource sources:[]core.VolumeProjection defaultMode?:*int32
core.QuobyteVolumeSource registry:string volume:string readOnly?:bool user?:string group?:string tenant?:string
core.RBDPersistentVolumeSource monitors:[]string image:string fsType?:string pool?:string user?:string keyring?:string secretRef?:*core.SecretReference readOnly?:bool
core.RBDVolumeSource monitors:[]string image:string fsType?:string pool?:string user?:string keyring?:string secretRef?:*core.LocalObjectReference readOnly?:bool
core.ReplicationController kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:core.ReplicationControllerSpec status?:core.ReplicationControllerStatus
core.ReplicationControllerCondition type:string status:string lastTransitionTime?:time reason?:string message?:string
core.ReplicationControllerSpec replicas?:*int32 minReadySeconds?:int32 selector?:{}string template?:*core.PodTemplateSpec
core.ReplicationControllerStatus replicas:int32 fullyLabeledReplicas?:int32 readyReplicas?:int32 availableReplicas?:int32 observedGeneration?:int64 conditions?:[]core.ReplicationControllerCondition
core.ResourceClaim name:string request?:string
core.ResourceFieldSelector containerName?:string resource:string divisor?:quantity
core.ResourceHealth resourceID:string health?:string message?:*string
core.ResourceQuota kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:core.ResourceQuotaSpec status?:core.ResourceQuotaStatus
core.ResourceQuotaSpec hard?:{}quantity scopes?:[]string scopeSelector?:*core.ScopeSelector
core.ResourceQuotaStatus hard?:{}quantity used?:{}quantity
core.ResourceRequirements limits?:{}quantity requests?:{}quantity claims?:[]core.ResourceClaim
core.ResourceStatus name:string resources?:[]core.ResourceHealth
core.SELinuxOptions user?:string role?:string type?:string level?:string
core.ScaleIOPersistentVolumeSource gateway:string system:string secretRef:*core.SecretReference sslEnabled?:bool protectionDomain?:string storagePool?:string storageMode?:string volumeName?:string fsType?:string readOnly?:bool
core.ScaleIOVolumeSource gateway:string system:string secretRef:*core.LocalObjectReference sslEnabled?:bool protectionDomain?:string storagePool?:string storageMode?:string volumeName?:string fsType?:string readOnly?:bool
core.ScopeSelector matchExpressions?:[]core.ScopedResourceSelectorRequirement
core.ScopedResourceSelectorRequirement scopeName:string operator:string values?:[]string
core.SeccompProfile type:string localhostProfile?:*string
core.Secret kind?:string apiVersion?:string metadata?:meta.ObjectMeta immutable?:*bool data?:{}bytes stringData?:{}string type?:string
core.SecretEnvSource name?:string optional?:*bool
core.SecretKeySelector name?:string key:string optional?:*bool
core.SecretProjection name?:string items?:[]core.KeyToPath optional?:*bool
core.SecretReference name?:string namespace?:string
core.SecretVolumeSource secretName?:string items?:[]core.KeyToPath defaultMode?:*int32 optional?:*bool
core.SecurityContext capabilities?:*core.Capabilities privileged?:*bool seLinuxOptions?:*core.SELinuxOptions windowsOptions?:*core.WindowsSecurityContextOptions runAsUser?:*int64 runAsGroup?:*int64 runAsNonRoot?:*bool readOnlyRootFilesystem?:*bool allowPrivilegeEscalation?:*bool procMount?:*string seccompProfile?:*core.SeccompProfile appArmorProfile?:*core.AppArmorProfile
core.Service kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:core.ServiceSpec status?:core.ServiceStatus
core.ServiceAccount kind?:string apiVersion?:string metadata?:meta.ObjectMeta secrets?:[]core.ObjectReference imagePullSecrets?:[]core.LocalObjectReference automountServiceAccountToken?:*bool
core.ServiceAccountTokenProjection audience?:string expirationSeconds?:*int64 path:string
core.ServicePort name?:string protocol?:string appProtocol?:*string port:int32 targetPort?:intOrString nodePort?:int32
core.ServiceSpec ports?:[]core.ServicePort selector?:{}string clusterIP?:string clusterIPs?:[]string type?:string externalIPs?:[]string sessionAffinity?:string loadBalancerIP?:string loadBalancerSourceRanges?:[]string externalName?:string externalTrafficPolicy?:string healthCheckNodePort?:int32 publishNotReadyAddresses?:bool sessionAffinityConfig?:*core.SessionAffinityConfig ipFamilies?:[]string ipFamilyPolicy?:*string allocateLoadBalancerNodePorts?:*bool loadBalancerClass?:*string internalTrafficPolicy?:*string trafficDistribution?:*string
core.ServiceStatus loadBalancer?:core.LoadBalancerStatus conditions?:[]meta.Condition
core.SessionAffinityConfig clientIP?:*core.ClientIPConfig
core.SleepAction seconds:int64
core.StorageOSPersistentVolumeSource volumeName?:string volumeNamespace?:string fsType?:string readOnly?:bool secretRef?:*core.ObjectReference
core.StorageOSVolumeSource volumeName?:string volumeNamespace?:string fsType?:string readOnly?:bool secretRef?:*core.LocalObjectReference
core.Sysctl name:string value:string
core.TCPSocketAction port:intOrString host?:string
core.Taint key:string value?:string effect:string timeAdded?:*time
core.Toleration key?:string operator?:string value?:string effect?:string tolerationSeconds?:*int64
core.TopologySelectorLabelRequirement key:string values:[]string
core.TopologySelectorTerm matchLabelExpressions?:[]core.TopologySelectorLabelRequirement
core.TopologySpreadConstraint maxSkew:int32 topologyKey:string whenUnsatisfiable:string labelSelector?:*meta.LabelSelector minDomains?:*int32 nodeAffinityPolicy?:*string nodeTaintsPolicy?:*string matchLabelKeys?:[]string
core.TypedLocalObjectReference apiGroup:*string kind:string name:string
core.TypedObjectReference apiGroup:*string kind:string name:string namespace?:*string
core.Volume name:string hostPath?:*core.HostPathVolumeSource emptyDir?:*core.EmptyDirVolumeSource gcePersistentDisk?:*core.GCEPersistentDiskVolumeSource awsElasticBlockStore?:*core.AWSElasticBlockStoreVolumeSource gitRepo?:*core.GitRepoVolumeSource secret?:*core.SecretVolumeSource nfs?:*core.NFSVolumeSource iscsi?:*core.ISCSIVolumeSource glusterfs?:*core.GlusterfsVolumeSource persistentVolumeClaim?:*core.PersistentVolumeClaimVolumeSource rbd?:*core.RBDVolumeSource flexVolume?:*core.FlexVolumeSource cinder?:*core.CinderVolumeSource cephfs?:*core.CephFSVolumeSource flocker?:*core.FlockerVolumeSource downwardAPI?:*core.DownwardAPIVolumeSource fc?:*core.FCVolumeSource azureFile?:*core.AzureFileVolumeSource configMap?:*core.ConfigMapVolumeSource vsphereVolume?:*core.VsphereVirtualDiskVolumeSource quobyte?:*core.QuobyteVolumeSource azureDisk?:*core.AzureDiskVolumeSource photonPersistentDisk?:*core.PhotonPersistentDiskVolumeSource projected?:*core.ProjectedVolumeSource portworxVolume?:*core.PortworxVolumeSource scaleIO?:*core.ScaleIOVolumeSource storageos?:*core.StorageOSVolumeSource csi?:*core.CSIVolumeSource ephemeral?:*core.EphemeralVolumeSource image?:*core.ImageVolumeSource
core.VolumeDevice name:string devicePath:string
core.VolumeMount name:string readOnly?:bool recursiveReadOnly?:*string mountPath:string subPath?:string mountPropagation?:*string subPathExpr?:string
core.VolumeMountStatus name:string mountPath:string readOnly?:bool recursiveReadOnly?:*string volumeStatus?:*core.VolumeStatus
core.VolumeNodeAffinity required?:*core.NodeSelector
core.VolumeProjection secret?:*core.SecretProjection downwardAPI?:*core.DownwardAPIProjection configMap?:*core.ConfigMapProjection serviceAccountToken?:*core.ServiceAccountTokenProjection clusterTrustBundle?:*core.ClusterTrustBundleProjection podCertificate?:*core.PodCertificateProjection
core.VolumeResourceRequirements limits?:{}quantity requests?:{}quantity
core.VolumeStatus image?:*core.ImageVolumeStatus
core.VsphereVirtualDiskVolumeSource volumePath:string fsType?:string storagePolicyName?:string storagePolicyID?:string
core.WeightedPodAffinityTerm weight:int32 podAffinityTerm:core.PodAffinityTerm
core.WindowsSecurityContextOptions gmsaCredentialSpecName?:*string gmsaCredentialSpec?:*string runAsUserName?:*string hostProcess?:*bool
discovery.Endpoint addresses:[]string conditions?:discovery.EndpointConditions hostname?:*string targetRef?:*core.ObjectReference deprecatedTopology?:{}string nodeName?:*string zone?:*string hints?:*discovery.EndpointHints
discovery.EndpointConditions ready?:*bool serving?:*bool terminating?:*bool
discovery.EndpointHints forZones?:[]discovery.ForZone forNodes?:[]discovery.ForNode
discovery.EndpointPort name?:*string protocol?:*string port?:*int32 appProtocol?:*string
discovery.EndpointSlice kind?:string apiVersion?:string metadata?:meta.ObjectMeta addressType:string endpoints:[]discovery.Endpoint ports:[]discovery.EndpointPort
discovery.ForNode name:string
discovery.ForZone name:string
meta.Condition type:string status:string observedGeneration?:int64 lastTransitionTime:time reason:string message:string
meta.LabelSelector matchLabels?:{}string matchExpressions?:[]meta.LabelSelectorRequirement
meta.LabelSelectorRequirement key:string operator:string values?:[]string
meta.ManagedFieldsEntry manager?:string operation?:string apiVersion?:string time?:*time fieldsType?:string fieldsV1?:*any subresource?:string
meta.ObjectMeta name?:string generateName?:string namespace?:string selfLink?:string uid?:string resourceVersion?:string generation?:int64 creationTimestamp~:time deletionTimestamp?:*time deletionGracePeriodSeconds?:*int64 labels?:{}string annotations?:{}string ownerReferences?:[]meta.OwnerReference finalizers?:[]string managedFields?:[]meta.ManagedFieldsEntry
meta.OwnerReference apiVersion:string kind:string name:string uid:string controller?:*bool blockOwnerDeletion?:*bool
networking.HTTPIngressPath path?:string pathType:*string backend:networking.IngressBackend
networking.HTTPIngressRuleValue paths:[]networking.HTTPIngressPath
networking.IPBlock cidr:string except?:[]string
networking.Ingress kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:networking.IngressSpec status?:networking.IngressStatus
networking.IngressBackend service?:*networking.IngressServiceBackend resource?:*core.TypedLocalObjectReference
networking.IngressClass kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:networking.IngressClassSpec
networking.IngressClassParametersReference apiGroup?:*string kind:string name:string scope:*string namespace?:*string
networking.IngressClassSpec controller?:string parameters?:*networking.IngressClassParametersReference
networking.IngressLoadBalancerIngress ip?:string hostname?:string ports?:[]networking.IngressPortStatus
networking.IngressLoadBalancerStatus ingress?:[]networking.IngressLoadBalancerIngress
networking.IngressPortStatus port:int32 protocol:string error?:*string
networking.IngressRule host?:string http?:*networking.HTTPIngressRuleValue
networking.IngressServiceBackend name:string port?:networking.ServiceBackendPort
networking.IngressSpec ingressClassName?:*string defaultBackend?:*networking.IngressBackend tls?:[]networking.IngressTLS rules?:[]networking.IngressRule
networking.IngressStatus loadBalancer?:networking.IngressLoadBalancerStatus
networking.IngressTLS hosts?:[]string secretName?:string
networking.NetworkPolicy kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:networking.NetworkPolicySpec
networking.NetworkPolicyEgressRule ports?:[]networking.NetworkPolicyPort to?:[]networking.NetworkPolicyPeer
networking.NetworkPolicyIngressRule ports?:[]networking.NetworkPolicyPort from?:[]networking.NetworkPolicyPeer
networking.NetworkPolicyPeer podSelector?:*meta.LabelSelector namespaceSelector?:*meta.LabelSelector ipBlock?:*networking.IPBlock
networking.NetworkPolicyPort protocol?:*string port?:*intOrString endPort?:*int32
networking.NetworkPolicySpec podSelector:meta.LabelSelector ingress?:[]networking.NetworkPolicyIngressRule egress?:[]networking.NetworkPolicyEgressRule policyTypes?:[]string
networking.ServiceBackendPort name?:string number?:int32
policy.PodDisruptionBudget kind?:string apiVersion?:string metadata?:meta.ObjectMeta spec?:policy.PodDisruptionBudgetSpec status?:policy.PodDisruptionBudgetStatus
policy.PodDisruptionBudgetSpec minAvailable?:*intOrString selector?:*meta.LabelSelector maxUnavailable?:*intOrString unhealthyPodEvictionPolicy?:*string
policy.PodDisruptionBudgetStatus observedGeneration?:int64 disruptedPods?:{}time disruptionsAllowed:int32 currentHealthy:int32 desiredHealthy:int32 expectedPods:int32 conditions?:[]meta.Condition
rbac.AggregationRule clusterRoleSelectors?:[]meta.LabelSelector
rbac.ClusterRole kind?:string apiVersion?:string metadata?:meta.ObjectMeta rules:[]rbac.PolicyRule aggregationRule?:*rbac.AggregationRule
rbac.ClusterRoleBinding kind?:string apiVersion?:string metadata?:meta.ObjectMeta subjects?:[]rbac.Subject roleRef:rbac.RoleRef
rbac.PolicyRule verbs:[]string apiGroups?:[]string resources?:[]string resourceNames?:[]string nonResourceURLs?:[]string
rbac.Role kind?:string apiVersion?:string metadata?:meta.ObjectMeta rules:[]rbac.PolicyRule
rbac.RoleBinding kind?:string apiVersion?:string metadata?:meta.ObjectMeta subjects?:[]rbac.Subject roleRef:rbac.RoleRef
rbac.RoleRef apiGroup:string kind:string name:string
rbac.Subject kind:string apiGroup?:string name:string namespace?:string
scheduling.PriorityClass kind?:string apiVersion?:string metadata?:meta.ObjectMeta value:int32 globalDefault?:bool description?:string preemptionPolicy?:*string
storage.StorageClass kind?:string apiVersion?:string metadata?:meta.ObjectMeta provisioner:string parameters?:{}string reclaimPolicy?:*string mountOptions?:[]string allowVolumeExpansion?:*bool volumeBindingMode?:*string allowedTopologies?:[]core.TopologySelectorTerm
`
