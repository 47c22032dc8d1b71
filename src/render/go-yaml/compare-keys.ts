/** Letters alone compare as their code units do. */
const lettersOnly = /^[A-Za-z]*$/

/** The keys of a mapping in the order in which go-yaml v2 prints them. */
export function sortKeys(keys: readonly string[]): readonly string[] {
  if (keys.length < 2) return keys
  const byUnits = [...keys].sort()
  return byUnits.every((key) => lettersOnly.test(key)) ? byUnits : byUnits.sort(compareKeys)
}

/**
 * By the first character that differs: letters come last, runs of digits compare as numbers. This is no order
 * (`v2` < `v10` < `v1beta1` < `v2`); keys that go round in a circle are printed by kustomize in any order.
 * Source: go.yaml.in/yaml/v2 sorter.go.
 */
function compareKeys(a: string, b: string): number {
  const at = firstDifference(a, b)
  const left = a.codePointAt(at)
  const right = b.codePointAt(at)
  if (left === undefined || right === undefined) return a.length - b.length
  const isLeft = isLetter(left)
  if (isLeft !== isLetter(right)) return isLeft ? 1 : -1
  return (isLeft ? 0 : compareDigits(a, b, at)) || left - right
}

/** The start of the first character that differs, in UTF-16 units. */
function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return isLowSurrogate(a, at) || isLowSurrogate(b, at) ? at - 1 : at
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}

function isLetter(point: number): boolean {
  return /^\p{L}$/u.test(String.fromCodePoint(point))
}

function compareDigits(a: string, b: string, at: number): number {
  const hasZero = a[at] === '0' || b[at] === '0'
  const start = hasZero && /[1-9]\d*$/.test(a.slice(0, at).match(/\p{Nd}*$/u)?.[0] ?? '') ? '1' : ''
  const [left, right] = [digitsAt(a, at), digitsAt(b, at)]
  const [leftNumber, rightNumber] = [numberOf(start, left), numberOf(start, right)]
  if (leftNumber !== rightNumber) return leftNumber < rightNumber ? -1 : 1
  return left.length - right.length
}

function digitsAt(text: string, at: number): readonly number[] {
  const digits: number[] = []
  for (const char of text.slice(at)) {
    if (!/^\p{Nd}$/u.test(char)) break
    digits.push((char.codePointAt(0) ?? 0) - 0x30)
  }
  return digits
}

/** In 64 bits, beyond which Go wraps around. */
function numberOf(start: string, digits: readonly number[]): bigint {
  let number = start === '' ? 0n : 1n
  for (const digit of digits) number = BigInt.asIntN(64, number * 10n + BigInt(digit))
  return number
}
