import type { LiveObject } from '../kube/manifest.ts'
import { labelledFor, type TrackingLabel } from '../kube/tracking.ts'

/** Another GitOps manager that claims a live object, and the mark that says so. */
export interface GitOpsClaim {
  readonly manager: 'argocd-controller' | 'kustomize-controller' | 'helm-controller'
  readonly by: 'field manager' | 'label'
  /** The application that Argo CD's own label names. */
  readonly application?: string
}

/** For whom it is asked whether somebody else manages an object. */
export interface Claimant {
  readonly name: string
  readonly trackingLabel?: TrackingLabel
}

/** Field managers under which the GitOps managers write, the older name of Argo CD's among them. */
const managers: ReadonlyMap<string, GitOpsClaim['manager']> = new Map([
  ['argocd-controller', 'argocd-controller'],
  ['argocd-application-controller', 'argocd-controller'],
  ['kustomize-controller', 'kustomize-controller'],
  ['helm-controller', 'helm-controller'],
])

/** Flux marks its objects by these. Argo CD's mark is also ours, so it says nothing here. */
const labels: readonly (readonly [string, GitOpsClaim['manager']])[] = [
  ['kustomize.toolkit.fluxcd.io/name', 'kustomize-controller'],
  ['kustomize.toolkit.fluxcd.io/namespace', 'kustomize-controller'],
  ['helm.toolkit.fluxcd.io/name', 'helm-controller'],
  ['helm.toolkit.fluxcd.io/namespace', 'helm-controller'],
]

/** Labels by which a claim is made, or may be. */
export function claimLabels({ trackingLabel }: Claimant): readonly string[] {
  const own = trackingLabel?.method === 'label' ? [trackingLabel.key] : []
  return [...labels.map(([label]) => label), ...own]
}

/**
 * Who else manages an object from Git; undefined where nobody does. Writes to a subresource are no claim. While
 * there is one, two managers would undo one another's work: the sync waits for `adopt` (design D12). Argo CD's label
 * says something only where the asking application's root tracks by it: charts set it on their own.
 */
export function otherGitOpsManager(live: LiveObject, asking: Claimant): GitOpsClaim | undefined {
  for (const entry of live.metadata.managedFields ?? []) {
    const manager = gitOpsManagerOf(entry)
    if (manager !== undefined) return { manager, by: 'field manager' }
  }
  for (const [label, manager] of labels) {
    if (Object.hasOwn(live.metadata.labels ?? {}, label)) return { manager, by: 'label' }
  }
  const application = labelledFor(live, asking)
  return application === undefined || application === asking.name
    ? undefined
    : { manager: 'argocd-controller', by: 'label', application }
}

/** The GitOps manager that an entry of `managedFields` is of. */
export function gitOpsManagerOf(entry: {
  readonly manager: string
  readonly subresource?: string
}): GitOpsClaim['manager'] | undefined {
  return entry.subresource === undefined ? managers.get(entry.manager) : undefined
}

/** Why an object with such a claim is not synced, and what to do. */
export function describeClaim(claim: GitOpsClaim, application: string): string {
  const { manager, by, application: other } = claim
  const how = other === undefined ? by : `${by} of application ${other}`
  return `is managed by ${manager} (${how}); stop that there, then: plumbline adopt ${application}`
}
