/** SHA-256 of the parts, each with its length so that no two lists of parts read the same; lower-case hex. */
export async function digestOf(...parts: readonly string[]): Promise<string> {
  const text = parts.map((part) => `${part.length}:${part}`).join('')
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
