import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Remembers what came in lately, so that a repeated delivery is not worked on twice at once. */
export interface SeenDeliveries {
  /** True from the second time on. An id alone says nothing: it counts only with the very bytes it came with. */
  isRepeated(deliveryId: string, body: Uint8Array): boolean
  /** It could not be taken after all: the same one again is no repetition. */
  forget(deliveryId: string, body: Uint8Array): void
}

export function createSeenDeliveries(limit: number): SeenDeliveries {
  const seen = new Set<string>()
  const nameOf = (deliveryId: string, body: Uint8Array) => `${bytesToHex(sha256(body))} ${deliveryId}`
  return {
    isRepeated(deliveryId, body) {
      if (deliveryId === '') return false
      const delivery = nameOf(deliveryId, body)
      if (seen.has(delivery)) return true
      seen.add(delivery)
      for (const oldest of seen) {
        if (seen.size <= limit) break
        seen.delete(oldest)
      }
      return false
    },
    forget: (deliveryId, body) => void seen.delete(nameOf(deliveryId, body)),
  }
}
