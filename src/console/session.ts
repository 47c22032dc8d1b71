import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { sameBytes } from '../same-bytes.ts'
import { whyWeakToken } from './token.ts'

const cookieName = 'plumbline-console'
const sessionSeconds = 12 * 3600

/**
 * What a browser keeps after signing in: until when, under a MAC keyed by the token. Nothing is remembered here, another
 * token ends every session, and the token cannot be found from it. It opens the console and no other route.
 */
export function sessionCookie(token: string, now: number, isSecure: boolean): string {
  const until = Math.floor(now / 1000) + sessionSeconds
  return cookie(`${until}.${macOf(token, until)}`, sessionSeconds, isSecure)
}

export function endedSession(isSecure: boolean): string {
  return cookie('', 0, isSecure)
}

function cookie(value: string, seconds: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : ''
  return `${cookieName}=${value}; Path=/console; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

/** `cookies` is a request's header; `now` milliseconds of Unix time. */
export function isSession(cookies: string, token: string, now: number): boolean {
  if (whyWeakToken(token) !== undefined) return false
  const found = cookies.split(';', 100).map((one) => one.trim())
  return found.some((one) => {
    const [, until = '', mac = ''] = /^plumbline-console=(\d{1,12})\.([0-9a-f]{64})$/.exec(one) ?? []
    const isSame = sameBytes(utf8ToBytes(mac), utf8ToBytes(macOf(token, Number(until))))
    return isSame && Number(until) * 1000 > now
  })
}

function macOf(token: string, until: number): string {
  const key = sha256(utf8ToBytes(token))
  return bytesToHex(hmac(sha256, key, utf8ToBytes(`plumbline console until ${until}`)))
}
