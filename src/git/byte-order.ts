/** Compares as the UTF-8 bytes of both texts do, which is not the order of UTF-16 units beyond U+FFFF. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return isSurrogate(left) === isSurrogate(right) ? left - right : surrogatesLast(left)
  }
  return a.length - b.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

function surrogatesLast(left: number): number {
  return isSurrogate(left) ? 1 : -1
}
