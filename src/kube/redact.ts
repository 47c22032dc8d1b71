import type { Json } from './json.ts'
import type { Manifest } from './manifest.ts'
import { isSecretKind } from './masking.ts'

/** Takes every known secret out of a text that came from outside. */
export type Redact = (text: string) => string

/** Shorter values would blank out ordinary words: where they matter, the text of a Secret's error is not shown at all. */
const shortest = 4
const longestText = 2000
const replacement = '(secret)'

/**
 * A redactor for error texts and admission messages. It knows the values of the Secrets among the manifests, plain and
 * in base64, and each of their lines; and it makes one line of at most 2,000 characters without control characters.
 */
export function redactorFor(manifests: readonly Manifest[]): Redact {
  const secrets = [...new Set(manifests.filter(isSecretKind).flatMap(secretsOf))]
    .filter((secret) => secret.length >= shortest)
    .sort((a, b) => b.length - a.length)
  return (text) => {
    const bare = secrets.reduce((left, secret) => left.replaceAll(secret, replacement), text)
    return oneLine(bare)
  }
}

/** Text from outside on one line, without control characters, at most 2,000 characters long. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length <= longestText ? line : `${line.slice(0, longestText)}…`
}

function secretsOf(manifest: Manifest): readonly string[] {
  return [...valuesOf(manifest.data).flatMap(fromBase64), ...valuesOf(manifest.stringData).flatMap(fromText)]
}

function valuesOf(map: Json | undefined): readonly string[] {
  if (typeof map !== 'object' || map === null) return []
  return Object.values(map).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
}

function fromBase64(encoded: string): readonly string[] {
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0))
    return [encoded, ...linesOf(new TextDecoder().decode(bytes))]
  } catch {
    return linesOf(encoded)
  }
}

function fromText(text: string): readonly string[] {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
  return [btoa(binary), ...linesOf(text)]
}

/** A quoted text shows line breaks otherwise than they are; each line is known for itself. */
function linesOf(text: string): readonly string[] {
  return [text, JSON.stringify(text).slice(1, -1), ...text.split(/\r?\n/)]
}
