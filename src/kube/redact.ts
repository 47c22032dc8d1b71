import type { Manifest } from './manifest.ts'
import { isSecretKind } from './masking.ts'
import { secretValuesOf } from './secret-values.ts'

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
  const secrets = [...new Set(manifests.filter(isSecretKind).flatMap(secretValuesOf))]
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
