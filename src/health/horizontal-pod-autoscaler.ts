import { getOwn } from '../kube/json.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import type { Health } from './health.ts'
import { type Condition, conditionOf, conditionsOf } from './live-fields.ts'
import { degraded, healthy, progressing, unknown } from './verdicts.ts'

const conditionsAnnotation = 'autoscaling.alpha.kubernetes.io/conditions'

const failures: ReadonlyMap<string, readonly string[]> = new Map([
  ['AbleToScale', ['FailedGetScale', 'FailedUpdateScale']],
  [
    'ScalingActive',
    [
      'FailedGetResourceMetric',
      'FailedGetObjectMetric',
      'FailedGetPodsMetric',
      'FailedGetExternalMetric',
      'FailedComputeMetricsReplicas',
      'InvalidSelector',
    ],
  ],
])

export function horizontalPodAutoscalerHealth(live: LiveObject): Health {
  if (live.apiVersion !== 'autoscaling/v1') return conditionsHealth(conditionsOf(live))
  const text = getOwn(live.metadata.annotations ?? {}, conditionsAnnotation)
  const conditions = text === undefined ? [] : parseConditions(text)
  return conditions ? conditionsHealth(conditions) : unknown(`unreadable annotation ${conditionsAnnotation}`)
}

function conditionsHealth(conditions: readonly Condition[]): Health {
  const failed = conditions.find(({ type, reason }) => failures.get(type)?.includes(reason))
  if (failed) return degraded(failed.message)
  const able = conditions.find(
    ({ type, status }) => (type === 'AbleToScale' || type === 'ScalingLimited') && status === 'True',
  )
  return able ? healthy(able.message) : progressing('Waiting to Autoscale')
}

function parseConditions(text: string): readonly Condition[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isLiveMap).map(conditionOf) : undefined
  } catch {
    return undefined
  }
}
