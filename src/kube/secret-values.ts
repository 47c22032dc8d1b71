import type { LiveMap, LiveValue } from './manifest.ts'
import { isLiveMap } from './typed-value.ts'

/**
 * What a Secret's `data` and `stringData` say, plain and in base64, each line for itself, as long as that is legible:
 * what is masked already says nothing.
 */
export function secretValuesOf(object: LiveMap): readonly string[] {
  return [...textsOf(object.data).flatMap(fromBase64), ...textsOf(object.stringData).flatMap(fromText)]
}

/** Whether an API server takes it as a key of `data`: anything else may be a value that came to stand in its place. */
export function isSecretKey(key: string): boolean {
  return /^[-._a-zA-Z0-9]+$/.test(key)
}

function textsOf(map: LiveValue | undefined): readonly string[] {
  if (!isLiveMap(map)) return []
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
