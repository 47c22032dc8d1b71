import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { sameBytes } from '../same-bytes.ts'

/** Characters; a shorter one can be guessed. */
const shortest = 16

/** Why a token cannot guard anything; undefined when it can. The message does not quote it. */
export function whyWeakToken(token: string, field: string = 'api.token'): string | undefined {
  return token.length < shortest
    ? `${field}: the secret must have at least ${shortest} characters`
    : undefined
}

/** Does a request's `Authorization` header bear this token? The time it takes tells nothing of the token. */
export function bears(header: string | undefined, token: string): boolean {
  const given = /^Bearer +([\x21-\x7e]{1,1000})$/i.exec(header ?? '')?.[1] ?? ''
  const isSame = sameBytes(digest(given), digest(token))
  return isSame && whyWeakToken(token) === undefined
}

function digest(text: string): Uint8Array {
  return sha256(utf8ToBytes(text))
}
