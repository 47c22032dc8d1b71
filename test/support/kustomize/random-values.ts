import fc, { type Arbitrary } from 'fast-check'
import type { JsonObject } from '../../../src/kube/json.ts'

export const maybe = <T>(one: Arbitrary<T>): Arbitrary<T | undefined> =>
  fc.option(one, { nil: undefined, freq: 2 })

export const name: Arbitrary<string> = fc.constantFrom('web', 'api', 'db', 'config')

export const namespace: Arbitrary<string> = fc.constantFrom('default', 'shop', 'staging')

export const configMapRef: Arbitrary<{ readonly name: string }> = fc.record({ name })

/** Scalars as they stand in a file, each a token that `writeYaml` puts in its place. */
const odd: readonly string[] = [
  'yes',
  'Off',
  'y',
  '0x10',
  '014',
  '0o17',
  '0b11',
  '1_000',
  '1.0',
  '1.50',
  '1e3',
  '.5',
  '-0.0',
  '123456.5',
  '1234567.5',
  '9007199254740993',
  '18446744073709551615',
  '1e21',
  '~',
  'null',
  'Null',
  'true',
  'False',
  '2020-01-01',
  '2020-1-1 10:00:00',
  '1:20',
  '"1:20"',
  "'it''s'",
  '"tab\\there"',
  '"\\u263A"',
  '"\\U0001F600"',
  '"a \\nb\\n"',
  '"quo\\"te"',
  "'#x'",
  'a: b'.replace(': ', ':'),
  '"- a"',
  '"&a"',
  '"*a"',
  '"!t"',
  '"%x"',
  '"@x"',
  '"{a}"',
  '"[a"',
  '" a"',
  '"a "',
  '"a: b"',
  '"a #b"',
  'a#b',
  '"---"',
  '"..."',
  '"="',
  '"<<"',
  '"0777"',
  '"1e3"',
  '"nan"',
  '"NaN"',
  '".inf"',
  '"+1"',
  '"08"',
  '1..2',
  '0xg',
  '!!str 5',
  '!!int "5"',
  '"\\r\\n"',
  '"\\x07"',
  '""',
  "''",
]

const token = fc.nat(odd.length - 1).map((at) => `RAW_${at}_`)

const sentence = fc
  .array(
    fc.constantFrom(
      'a',
      'word',
      'longer-word',
      'http://example.com/a?b=c',
      "it's",
      '"quoted"',
      'k: v',
      '#no',
      ' ',
    ),
    { minLength: 1, maxLength: 30 },
  )
  .map((words) => words.join(' '))

const lines = fc
  .array(
    fc.constantFrom('key = value', '  indented', '', '# comment', 'tab\tbed', 'trailing ', '- item', 'k: v'),
    { minLength: 2, maxLength: 5 },
  )
  .map((all) => all.join('\n'))

export const oddScalar: Arbitrary<string | number | boolean> = fc.oneof(
  { arbitrary: token, weight: 4 },
  sentence,
  lines,
  lines.map((text) => `${text}\n`),
  fc.constantFrom<string | number | boolean>('plain', 8080, 0, true, false),
)

/** Keys that kustomize prints in one order only: those with digits between letters have none. */
const key = fc.constantFrom(
  'a',
  'b',
  'B',
  'a.b',
  'a-b',
  'a/b',
  'example.com/key',
  'file.conf',
  '_x',
  'y',
  'n',
)

export const oddMap: Arbitrary<JsonObject> = fc.dictionary(key, oddScalar, { maxKeys: 3 })

export const textMap: Arbitrary<{ readonly [key: string]: string }> = fc.dictionary(
  fc.constantFrom('app', 'tier', 'example.com/part'),
  fc.constantFrom('web', 'api', 'front-end'),
  { minKeys: 1, maxKeys: 2 },
)

/** The text with the scalars of the pool put in, quoted or not, as they stand there. */
export function withRawScalars(text: string): string {
  return text.replaceAll(/RAW_(\d+)_/g, (_, at: string) => odd[Number(at)] ?? '')
}
