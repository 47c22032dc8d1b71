import type { FieldPath } from '../kube/field-path.ts'
import { type FieldManager, lastWriter, type ManagerFields } from '../kube/managed-fields.ts'
import type { Writer } from './comparison.ts'

/** The field manager under which Plumbline applies. */
export const fieldManager = 'plumbline'

/**
 * Managers behind which a person sits: kubectl's many names, consoles, scripts. Everything else is taken for a
 * controller, since most names are those of programs that run in the cluster.
 */
const tools =
  /^(kubectl.*|helm|k9s|lens|openlens|freelens|octant|headlamp.*|dashboard.*|rancher|node-fetch|mozilla.*|curl|wget|python.*|openapi-generator.*|terraform.*|hashicorp.*|pulumi.*|oc|ansible.*|postman.*|vscode.*|intellij.*)$/i

/** Who wrote the live value of a field last; undefined where nobody owns it. */
export function writerOf(managedFields: readonly ManagerFields[], path: FieldPath): Writer | undefined {
  const last = lastWriter(managedFields, path)
  return last && { ...identityOf(last), class: classOf(last.manager) }
}

export function classOf(manager: string): Writer['class'] {
  if (manager === fieldManager) return 'us'
  return tools.test(manager) ? 'person' : 'controller'
}

function identityOf({ manager, operation, time, subresource }: FieldManager): FieldManager {
  return {
    manager,
    operation,
    ...(time === undefined ? {} : { time }),
    ...(subresource === undefined ? {} : { subresource }),
  }
}
