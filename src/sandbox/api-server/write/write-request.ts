import type { Kernel } from '../kernel.ts'
import type { Subresource } from '../kinds/resource-kind.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import type { User } from '../users.ts'
import type { WriteOptions } from './options.ts'

/** A create, update or patch that is allowed and has a place to happen. */
export interface WriteRequest {
  readonly kernel: Kernel
  readonly kind: ServedKind
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  /** Empty for create. */
  readonly name: string
  readonly subresource: '' | Subresource
  readonly user: User
  readonly options: WriteOptions
  readonly contentType: string
  readonly text: string
  /** Filled as the request goes on. */
  readonly warnings: string[]
}
