import { fail } from '../render-error.ts'
import type { GeneratorEntry, Kustomization, PlacedText } from './kustomization.ts'
import type { SourceFiles } from './source-files.ts'

/** The pairs of a generator: from env files, literals and files. A key that comes twice is an error. */
export async function readKeyValues(
  entry: GeneratorEntry,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<ReadonlyMap<string, string>> {
  const pairs = new Map<string, string>()
  const add = ({ place }: PlacedText, key: string, value: string): void => {
    if (pairs.has(key)) fail(place, `configmap ${entry.name} illegally repeats the key \`${key}\`; keep one`)
    pairs.set(key, value)
  }
  for (const source of entry.envs) {
    const { text } = await files.readBeside(kustomization, source)
    for (const [key, value] of envLines(text)) add(source, key, value)
  }
  for (const source of entry.literals) add(source, ...literalPair(source))
  for (const source of entry.files) {
    const { key, path } = fileSource(source)
    const { text } = await files.readBeside(kustomization, { ...source, text: path })
    add(source, key, text)
  }
  return pairs
}

/** Values keep their quotes and trailing blanks; a line without `=` gives the empty value. */
function envLines(text: string): readonly (readonly [string, string])[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, '').replace(/^\s+/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => splitPair(line))
    .filter(([key]) => key !== '')
}

function literalPair({ text, place }: PlacedText): readonly [string, string] {
  if (text.startsWith('=') || !text.includes('=')) {
    fail(place, 'invalid literal source, expected key=value')
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
  if (second === undefined) return { key: first.slice(first.lastIndexOf('/') + 1), path: first }
  if (more.length > 0) fail(place, `source "${text}" key name or file path contains '='`)
  if (first === '') fail(place, `missing key name for file path "${second}" in source "${text}"`)
  if (second === '') fail(place, `missing file path for key name "${first}" in source "${text}"`)
  return { key: first, path: second }
}
