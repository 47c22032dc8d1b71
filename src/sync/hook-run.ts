import { isHook } from '../diff/hook-marks.ts'
import { operationIdAnnotation } from '../kube/annotations.ts'
import { getOwn } from '../kube/json.ts'
import type { LiveObject, Manifest } from '../kube/manifest.ts'
import { describesItself, trackingIdOf } from '../kube/tracking.ts'
import { type SyncPhase, syncPhases } from '../plan/plan.ts'
import type { HookRun } from './observed.ts'

/** Argo CD's, which its health rules know: a hook that completed is not pending deletion while it has it. */
export const hookFinalizer = 'argocd.argoproj.io/hook-finalizer'

const hookPhaseAnnotation = 'plumbline.dev/hook-phase'

/**
 * A hook as it is created: it says which run it is, and its finalizer keeps it from vanishing before its end was seen.
 * Without that, a hook that a crash left unrecorded could not be told from one that was never created.
 */
export function hookManifest(manifest: Manifest, { operation, phase }: HookRun): Manifest {
  const { annotations, finalizers, ...metadata } = manifest.metadata
  const own = Array.isArray(finalizers) ? finalizers.filter((name) => name !== hookFinalizer) : []
  const run = { [operationIdAnnotation]: operation, [hookPhaseAnnotation]: phase }
  return {
    ...manifest,
    metadata: {
      ...metadata,
      annotations: { ...annotations, ...run },
      finalizers: [...own, hookFinalizer],
    },
  }
}

export function hookRunOf({ metadata }: LiveObject): HookRun | undefined {
  const annotations = metadata.annotations ?? {}
  const operation = getOwn(annotations, operationIdAnnotation)
  const written = getOwn(annotations, hookPhaseAnnotation)
  const phase = syncPhases.find((name): name is SyncPhase => name === written)
  return operation === undefined || phase === undefined ? undefined : { operation, phase }
}

/** It is a hook, and its mark says that this application put it here. */
export function isHookOf(live: LiveObject, application: string): boolean {
  const id = trackingIdOf(live)
  return isHook(live) && id?.application === application && describesItself(id, live)
}
