import type { Kernel } from '../kernel.ts'
import type { Subresource } from '../kinds/resource-kind.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { systemUser } from '../users.ts'
import type { WriteRequest } from './write-request.ts'

/** A write that a part of the server itself makes, under a manager's name. */
export function systemRequest(
  kernel: Kernel,
  kind: ServedKind,
  place: { readonly namespace?: string; readonly name?: string; readonly subresource?: Subresource },
  fieldManager: string,
): WriteRequest {
  return {
    kernel,
    kind,
    namespace: kind.namespaced ? (place.namespace ?? '') : '',
    name: place.name ?? '',
    subresource: place.subresource ?? '',
    user: systemUser,
    options: { dryRun: false, fieldManager, force: false, fieldValidation: 'Ignore' },
    contentType: 'application/json',
    text: '',
    warnings: [],
  }
}
