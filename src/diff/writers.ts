import type { FieldPath } from '../kube/field-path.ts'
import { type FieldManager, lastWriter, type ManagerFields } from '../kube/managed-fields.ts'
import type { Writer } from './comparison.ts'

/** The field manager under which Plumbline applies. */
export const fieldManager = 'plumbline'

/** Managers behind which a person sits: kubectl's many names, consoles, scripts. */
const tools =
  /^(kubectl.*|helm|k9s|lens|openlens|freelens|octant|headlamp.*|dashboard.*|rancher|node-fetch|mozilla.*|curl|wget|python.*|openapi-generator.*|terraform.*|hashicorp.*|pulumi.*|oc|ansible.*|postman.*|vscode.*|intellij.*)$/i

/** What programs that run in a cluster are called after. */
const trades =
  /(controller|operator|manager|webhook|injector|provisioner|attacher|resizer|snapshotter|autoscaler|scheduler|updater|recommender|apiserver|agent)([^a-z]|$)/i

/**
 * Such programs whose names say none of that: Kubernetes' own, those of its distributions, and widespread ones. What
 * stood in an object before its fields had managers was nobody's edit either.
 */
const programs =
  /^(kube-.*|kubelet|kubelite|k3s.*|rke2.*|deploy@.*|before-first-apply|argo.*|flux.*|istio.*|pilot-discovery|linkerd.*|cilium.*|calico.*|cert-manager.*|external-(dns|secrets).*|keda.*|karpenter.*|knative.*|kyverno.*|gatekeeper.*|flagger|crossplane.*|velero.*|traefik.*|glbc|gke.*|eks.*|vpclambda)$/i

/** Who wrote the live value of a field last; undefined where nobody owns it. */
export function writerOf(managedFields: readonly ManagerFields[], path: FieldPath): Writer | undefined {
  const last = lastWriter(managedFields, path)
  return last && { ...identityOf(last), class: classOf(last.manager) }
}

export function classOf(manager: string): Writer['class'] {
  if (manager === fieldManager) return 'us'
  if (tools.test(manager)) return 'person'
  return trades.test(manager) || programs.test(manager) ? 'controller' : 'unknown'
}

/** Whether an edit of theirs may be one that somebody made by hand. */
export function mayBePerson({ class: kind }: Pick<Writer, 'class'>): boolean {
  return kind === 'person' || kind === 'unknown'
}

function identityOf({ manager, operation, time, subresource }: FieldManager): FieldManager {
  return {
    manager,
    operation,
    ...(time === undefined ? {} : { time }),
    ...(subresource === undefined ? {} : { subresource }),
  }
}
