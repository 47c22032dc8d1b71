/** Of many bytes, without a call that has one argument for each. */
export function base64(bytes: Uint8Array): string {
  const chunks: string[] = []
  for (let start = 0; start < bytes.length; start += 8192) {
    chunks.push(String.fromCharCode(...bytes.subarray(start, start + 8192)))
  }
  return btoa(chunks.join(''))
}
