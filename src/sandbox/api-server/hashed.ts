import { sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** A text with its SHA-512 in upper-case hex. */
export interface Hashed {
  readonly text: string
  readonly hash: string
}

export function hashed(text: string): Hashed {
  return { text, hash: bytesToHex(sha512(new TextEncoder().encode(text))).toUpperCase() }
}
