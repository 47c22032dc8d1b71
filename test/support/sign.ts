import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Bare hex HMAC-SHA256, as Gitea puts it into `X-Gitea-Signature`. */
export function sign(secret: string, body: Uint8Array): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(secret), body))
}
