import type { Application } from '../apps/application.ts'
import { digestOf } from '../sync/digest.ts'

/** Everything of a declaration that a sync depends on, and not the place where it stands. */
export function declarationDigest({ declaredAt: _place, ...declared }: Application): string {
  return digestOf(JSON.stringify(declared))
}
