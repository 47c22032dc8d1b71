import type { AdmissionReview } from '../kernel.ts'
import type { Store } from '../store.ts'

/** What stored admission policies refuse, and then what the owner of the sandbox does. */
export function admission(
  _store: Store,
  more: (review: AdmissionReview) => void,
): (review: AdmissionReview) => void {
  return (review) => more(review)
}
