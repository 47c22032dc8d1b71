import { joinBytes } from '../../join-bytes.ts'

const pem = /^\s*-----BEGIN (RSA )?PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END \1?PRIVATE KEY-----\s*$/

const sequence = 0x30
const octets = 0x04
/** INTEGER 0, and the algorithm rsaEncryption without parameters. RFC 5208, RFC 8017 appendix C. */
const pkcs8Start = Uint8Array.from([
  0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
])

/**
 * An RSA key in PEM as PKCS#8, which is all that WebCrypto takes; GitHub hands out PKCS#1. Line breaks may be written as
 * `\n`, as in environment variables. Undefined where it is no such key.
 */
export function toPkcs8(key: string): string | undefined {
  const [, isPkcs1, base64] = pem.exec(key.replaceAll('\\n', '\n')) ?? []
  const der = base64 === undefined ? undefined : decode(base64)
  if (der === undefined) return undefined
  const body = isPkcs1 === undefined ? der : wrap(sequence, joinBytes([pkcs8Start, wrap(octets, der)]))
  return `-----BEGIN PRIVATE KEY-----\n${encode(body)}\n-----END PRIVATE KEY-----\n`
}

/** One DER value: tag, length, content. */
function wrap(tag: number, content: Uint8Array): Uint8Array {
  const { length } = content
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return joinBytes([Uint8Array.from([tag, ...size]), content])
}

function decode(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function encode(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
