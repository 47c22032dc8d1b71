import { fail, type Place, within } from '../render-error.ts'
import type { GeneratorEntry, Kustomization, PlacedText } from './kustomization.ts'
import type { SourceFiles } from './source-files.ts'

/** Text, or the bytes of a file that is none. */
export type PairValue = string | Uint8Array

/** The pairs of a generator: from env files, literals and files. A key that comes twice is an error. */
export async function readKeyValues(
  entry: GeneratorEntry,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<ReadonlyMap<string, PairValue>> {
  const pairs = new Map<string, PairValue>()
  const add = ({ place }: PlacedText, key: string, value: PairValue): void => {
    if (pairs.has(key)) fail(place, `configmap ${entry.name} illegally repeats the key \`${key}\`; keep one`)
    pairs.set(key, value)
  }
  for (const source of entry.envs) {
    const { text } = await within(`loading KV pairs: env source files: [${source.text}]`, () =>
      files.readBeside(kustomization, source),
    )
    for (const [key, value] of envLines(text, source.place)) add(source, key, value)
  }
  for (const source of entry.literals) add(source, ...literalPair(source))
  for (const source of entry.files) {
    const { key, path } = fileSource(source)
    const bytes = await within(`loading KV pairs: file sources: [${source.text}]`, () =>
      files.readBytesBeside(kustomization, { ...source, text: path }),
    )
    add(source, key, textIn(bytes) ?? bytes)
  }
  return pairs
}

function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Blanks as Go sees them. */
const leadingBlanks = /^[\t\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/

/** Bytes of a line, its end included, that kustomize still reads; of a longer one it drops all that follows. */
const longestLine = 65_536

/** Values keep their quotes and trailing blanks; a line without `=` gives the empty value. */
function envLines(text: string, place: Place): readonly (readonly [string, string])[] {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const long = lines.findIndex(
    (line) => line.length * 3 >= longestLine && new TextEncoder().encode(line).length >= longestLine,
  )
  if (long >= 0) {
    fail(
      place,
      `line ${long + 1} of the file is longer than kustomize reads (${longestLine} bytes)`,
      'too-large',
    )
  }
  return lines
    .map((line) => line.replace(/\r$/, '').replace(leadingBlanks, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => splitPair(line))
    .filter(([key]) => key !== '')
}

function literalPair({ text, place }: PlacedText): readonly [string, string] {
  if (text.startsWith('=') || !text.includes('=')) {
    fail(place, 'loading KV pairs: literal sources: invalid literal source, expected key=value')
  }
  const [key, value] = splitPair(text)
  const isQuoted = value.length > 1 && /^["']/.test(value) && value.startsWith(value.slice(-1))
  return [key, isQuoted ? value.slice(1, -1) : value]
}

function splitPair(text: string): readonly [string, string] {
  const equals = text.indexOf('=')
  return equals < 0 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)]
}

function fileSource({ text, place }: PlacedText): { readonly key: string; readonly path: string } {
  const [first = '', second, ...more] = text.split('=')
  if (second === undefined) return { key: baseName(first), path: first }
  if (more.length > 0) fail(place, `source "${text}" key name or file path contains '='`)
  if (first === '') fail(place, `missing key name for file path "${second}" in source "${text}"`)
  if (second === '') fail(place, `missing file path for key name "${first}" in source "${text}"`)
  return { key: first, path: second }
}

function baseName(path: string): string {
  const trimmed = path.replace(/\/+$/, '')
  return trimmed.slice(trimmed.lastIndexOf('/') + 1)
}
