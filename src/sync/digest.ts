import { sha256Hex } from '../kube/sha256.ts'

/** SHA-256 of the parts, each with its length so that no two lists of parts read the same; lower-case hex. */
export function digestOf(...parts: readonly string[]): string {
  return sha256Hex(parts.map((part) => `${part.length}:${part}`).join(''))
}
