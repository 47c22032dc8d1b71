import { getOwn } from '../kube/json.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { groupOf, versionOf } from '../kube/object-key.ts'
import { apiServiceHealth } from './api-service.ts'
import { conventionalHealth, declaredHealth } from './conventions.ts'
import { customResourceDefinitionHealth } from './custom-resource-definition.ts'
import { daemonSetHealth } from './daemon-set.ts'
import { deploymentHealth } from './deployment.ts'
import { type Health, type HealthStatus, healthStatuses } from './health.ts'
import { horizontalPodAutoscalerHealth } from './horizontal-pod-autoscaler.ts'
import { jobHealth } from './job.ts'
import { persistentVolumeClaimHealth } from './persistent-volume-claim.ts'
import { podHealth } from './pod.ts'
import { replicaSetHealth } from './replica-set.ts'
import { ingressHealth, serviceHealth } from './service.ts'
import { statefulSetHealth } from './stateful-set.ts'
import { healthy, progressing, unknown } from './verdicts.ts'
import { workflowHealth } from './workflow.ts'

interface HealthCheck {
  /** Absent: every version. */
  readonly versions?: readonly string[]
  readonly assess: (live: LiveObject, isHook: boolean) => Health
}

const checks: ReadonlyMap<string, HealthCheck> = new Map<string, HealthCheck>([
  ['apps/Deployment', { versions: ['v1'], assess: deploymentHealth }],
  ['apps/StatefulSet', { versions: ['v1'], assess: statefulSetHealth }],
  ['apps/DaemonSet', { versions: ['v1'], assess: daemonSetHealth }],
  ['apps/ReplicaSet', { versions: ['v1'], assess: replicaSetHealth }],
  ['/Pod', { versions: ['v1'], assess: podHealth }],
  ['/Service', { versions: ['v1'], assess: serviceHealth }],
  ['/PersistentVolumeClaim', { versions: ['v1'], assess: persistentVolumeClaimHealth }],
  ['batch/Job', { versions: ['v1'], assess: jobHealth }],
  ['networking.k8s.io/Ingress', { assess: ingressHealth }],
  ['extensions/Ingress', { assess: ingressHealth }],
  ['autoscaling/HorizontalPodAutoscaler', { versions: ['v1', 'v2'], assess: horizontalPodAutoscalerHealth }],
  ['apiregistration.k8s.io/APIService', { versions: ['v1', 'v1beta1'], assess: apiServiceHealth }],
  ['apiextensions.k8s.io/CustomResourceDefinition', { assess: customResourceDefinitionHealth }],
  ['argoproj.io/Workflow', { assess: workflowHealth }],
])

export interface HealthOptions {
  /** The object is a sync hook: it is meant to end. */
  readonly hook?: boolean
}

const hookFinalizer = 'argocd.argoproj.io/hook-finalizer'
const ignoreAnnotation = 'argocd.argoproj.io/ignore-healthcheck'

/**
 * The health of a live object by Argo CD's rules and in its words; a kind without a check goes by what controllers
 * agreed to write. Undefined where the object says nothing: it is healthy as soon as it exists.
 * Source: argo-cd gitops-engine/pkg/health.
 */
export function assessHealth(live: LiveObject, options: HealthOptions = {}): Health | undefined {
  if (isBeingDeleted(live)) return progressing('Pending deletion')
  const check = checks.get(`${groupOf(live.apiVersion)}/${live.kind}`)
  if (!check) return conventionalHealth(live)
  if (check.versions?.includes(versionOf(live.apiVersion)) === false) {
    return unknown(`no health check for ${live.kind} in version ${live.apiVersion}`)
  }
  return declaredHealth(live) ?? check.assess(live, options.hook ?? false)
}

function isBeingDeleted(live: LiveObject): boolean {
  const { deletionTimestamp, finalizers = [] } = live.metadata
  return deletionTimestamp !== undefined && !finalizers.includes(hookFinalizer)
}

/** True for an object whose health its author keeps out of the application's. Waves wait for it all the same. */
export function isHealthIgnored(live: LiveObject): boolean {
  return getOwn(live.metadata.annotations ?? {}, ignoreAnnotation) === 'true'
}

/** The worst of several, with its message; of none, Healthy. The first of equals wins. */
export function worstHealth(all: readonly Health[]): Health {
  return all.reduce((worst, next) => (rank(next.status) > rank(worst.status) ? next : worst), healthy())
}

function rank(status: HealthStatus): number {
  return healthStatuses.indexOf(status)
}
