import fc, { type Arbitrary } from 'fast-check'
import { type KustomizeCase, kustomizeCase } from './random-case.ts'

type Damage = (text: string) => string

/** Places are fractions of the text, so that they fit any. */
const place = fc.double({ min: 0, max: 1, noNaN: true })

const garbage = fc.constantFrom(
  '\t',
  ': ',
  '- ',
  '{',
  ']',
  '"',
  "'",
  '&a ',
  '*a',
  '<<: *a\n',
  '---\n',
  '...\n',
  '%YAML 1.2\n',
  '!!binary ',
  '|\n',
  '>-\n',
  '? ',
  '\u0000',
  '\u007f',
  '\ufeff',
  '\ud800',
  '\r\n',
  '#',
  '$patch: delete\n',
  '__proto__: {a: 1}\n',
  'name: ../../etc/passwd\n',
  'kind: List\nitems:\n',
  '~',
  `${'['.repeat(300)}`,
  `${'- '.repeat(300)}`,
  `a: &a [${'*a,'.repeat(20)}]\n`,
  'x'.repeat(5_000),
)

const damage: Arbitrary<Damage> = fc.oneof(
  fc.tuple(place, garbage).map(
    ([at, word]) =>
      (text: string) =>
        cut(text, at, at, word),
  ),
  fc.tuple(place, place).map(
    ([from, to]) =>
      (text: string) =>
        cut(text, Math.min(from, to), Math.max(from, to), ''),
  ),
  fc.tuple(place, fc.nat(40)).map(
    ([at, length]) =>
      (text: string) =>
        cut(text, at, at + length / text.length, ''),
  ),
  fc.tuple(place, place).map(
    ([from, to]) =>
      (text: string) =>
        repeatLine(text, from, to),
  ),
  place.map((at) => (text: string) => text.slice(0, Math.floor(at * text.length))),
  fc.tuple(place, fc.constantFrom(' ', '  ')).map(
    ([at, space]) =>
      (text: string) =>
        indentLine(text, at, space),
  ),
)

function cut(text: string, from: number, to: number, put: string): string {
  return text.slice(0, Math.floor(from * text.length)) + put + text.slice(Math.floor(to * text.length))
}

function repeatLine(text: string, from: number, to: number): string {
  const lines = text.split('\n')
  lines.splice(Math.floor(to * lines.length), 0, lines[Math.floor(from * (lines.length - 1))] ?? '')
  return lines.join('\n')
}

function indentLine(text: string, at: number, space: string): string {
  const lines = text.split('\n')
  const line = Math.floor(at * (lines.length - 1))
  return lines.map((one, index) => (index === line ? space + one : one)).join('\n')
}

/** A case in which one to three texts are damaged somewhere. */
export const damagedCase: Arbitrary<KustomizeCase> = fc
  .tuple(kustomizeCase, fc.array(fc.tuple(fc.nat(), damage), { minLength: 1, maxLength: 3 }))
  .map(([{ files, target }, damages]) => {
    const texts = Object.keys(files).filter((path) => typeof files[path] === 'string')
    const damaged = { ...files }
    for (const [at, change] of damages) {
      const path = texts[at % texts.length] ?? ''
      damaged[path] = change(String(damaged[path]))
    }
    return { target, files: damaged }
  })
