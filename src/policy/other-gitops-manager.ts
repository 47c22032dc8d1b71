import type { LiveObject } from '../kube/manifest.ts'

/** Another GitOps manager that claims a live object, and the mark that says so. */
export interface GitOpsClaim {
  readonly manager: 'argocd-controller' | 'kustomize-controller' | 'helm-controller'
  readonly by: 'field manager' | 'label'
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

/** Labels by which a claim is made. */
export const claimLabels: readonly string[] = labels.map(([label]) => label)

/**
 * Who else manages an object from Git; undefined where nobody does. Writes to a subresource are no claim. While
 * there is one, two managers would undo one another's work: the sync waits for `adopt` (design D12).
 */
export function otherGitOpsManager(live: LiveObject): GitOpsClaim | undefined {
  for (const entry of live.metadata.managedFields ?? []) {
    const manager = gitOpsManagerOf(entry)
    if (manager !== undefined) return { manager, by: 'field manager' }
  }
  for (const [label, manager] of labels) {
    if (Object.hasOwn(live.metadata.labels ?? {}, label)) return { manager, by: 'label' }
  }
  return undefined
}

/** The GitOps manager that an entry of `managedFields` is of. */
export function gitOpsManagerOf(entry: {
  readonly manager: string
  readonly subresource?: string
}): GitOpsClaim['manager'] | undefined {
  return entry.subresource === undefined ? managers.get(entry.manager) : undefined
}

/** Why an object with such a claim is not synced, and what to do. */
export function describeClaim({ manager, by }: GitOpsClaim, application: string): string {
  return `is managed by ${manager} (${by}); stop that there, then: plumbline adopt ${application}`
}
