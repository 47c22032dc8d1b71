import fc, { type Arbitrary } from 'fast-check'
import type { KustomizeCase } from './random-case.ts'

/** What stands at a column; lines after the first are indented to it. */
type At = (column: number) => string

const comment = fc.constantFrom('# one', '#two', '#  three words', '# "four"', '#')

const behind = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.tuple(fc.constantFrom(' ', ' ', '   '), comment).map(([space, text]) => space + text),
)

/** Comments in the column or beside it, and empty lines. */
const gap: Arbitrary<At> = fc
  .array(
    fc.oneof(
      fc.constantFrom<At>(
        () => '\n',
        () => '  \n',
      ),
      fc.tuple(fc.constantFrom(0, 0, 0, 1, 2, -1, -2, -99), comment).map(
        ([shift, text]): At =>
          (column) =>
            `${blanks(column + shift)}${text}\n`,
      ),
    ),
    { maxLength: 4, size: '-1' },
  )
  .map((lines) => (column) => lines.map((line) => line(column)).join(''))

const scalar: Arbitrary<At> = fc
  .constantFrom('1', 'x', 'two words', "'q'", '"d q"', 'true', '~', '', '1.10', '"a # b"', 'x#y', "'it''s'")
  .map((text) => () => text)

const longScalar: Arbitrary<At> = fc.constantFrom<At>(
  (column) => `over\n${blanks(column + 1)}lines`,
  (column) => `'over\n\n${blanks(column + 1)}lines'`,
  () => '*a',
  () => '&b named',
  () => '!!str 5',
  () => '!own thing',
  () => '2020-01-01',
)

const blockScalar: Arbitrary<At> = fc
  .tuple(
    fc.constantFrom('|', '>', '|-', '>-', '|+', '>+', '|2'),
    behind,
    fc.array(fc.constantFrom('text', 'more text', ' further in', '# none', ''), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([header, note, lines]) => (column) => {
    const rows = ['first', ...lines].map((line) => (line === '' ? '' : blanks(column + 2) + line))
    return `${header}${note}\n${rows.join('\n')}`
  })

/** Within brackets or braces a line may end anywhere. */
const turn: Arbitrary<At> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<At>(() => '') },
  fc.tuple(behind, gap).map(
    ([note, lines]): At =>
      (column) =>
        `${note}\n${lines(column)}${blanks(column + 1)}`,
  ),
)

const { flow } = fc.letrec<{ flow: At }>((tie) => {
  const inner = fc.oneof(
    { maxDepth: 2 },
    scalar.filter((one) => one(0) !== ''),
    tie('flow'),
  )
  const part = fc.tuple(turn, inner, turn)
  return {
    flow: fc.tuple(fc.boolean(), fc.array(part, { maxLength: 3 }), turn, fc.boolean()).map(
      ([isMap, parts, end, hasComma]): At =>
        (column) => {
          const written = parts.map(([before, value, after], index) =>
            [before(column), isMap ? `k${index}: ` : '', value(column), after(column)].join(''),
          )
          const comma = hasComma && parts.length > 0 ? ',' : ''
          return `${isMap ? '{' : '['}${written.join(', ')}${comma}${end(column)}${isMap ? '}' : ']'}`
        },
    ),
  }
})

/** Behind a colon or a dash, to the end of the line and beyond. */
const leaf: Arbitrary<At> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(scalar, behind).map(
      ([value, note]): At =>
        (column) =>
          ` ${value(column)}${note}\n`,
    ),
  },
  fc.tuple(fc.oneof(longScalar, flow), behind).map(
    ([value, note]): At =>
      (column) =>
        ` ${value(column)}${note}\n`,
  ),
  blockScalar.map(
    (value): At =>
      (column) =>
        ` ${value(column)}\n`,
  ),
)

interface Blocks {
  readonly block: At
  readonly value: At
  readonly map: At
  readonly list: At
  readonly unindented: At
  readonly compact: At
}

const { block } = fc.letrec((tie: fc.LetrecTypedTie<Blocks>) => ({
  block: fc.oneof(tie('map'), tie('map'), tie('list')),
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc.tuple(behind, gap, fc.constantFrom(2, 2, 4, 1), tie('block')).map(
      ([note, lines, step, value]): At =>
        (column) =>
          `${note}\n${lines(column + step)}${value(column + step)}`,
    ),
  ),
  map: fc
    .tuple(
      fc.array(fc.tuple(gap, fc.oneof(tie('value'), tie('unindented'))), { minLength: 1, maxLength: 3 }),
      gap,
    )
    .map(
      ([entries, end]): At =>
        (column) =>
          entries
            .map(([lines, value], index) => `${lines(column)}${blanks(column)}m${index}:${value(column)}`)
            .join('') + end(column),
    ),
  list: fc
    .tuple(
      fc.array(fc.tuple(gap, fc.oneof(tie('value'), tie('compact'))), { minLength: 1, maxLength: 3 }),
      gap,
    )
    .map(
      ([items, end]): At =>
        (column) =>
          items.map(([lines, value]) => `${lines(column)}${blanks(column)}-${value(column)}`).join('') +
          end(column),
    ),
  /** A list in the column of its key. */
  unindented: fc.tuple(behind, gap, tie('list')).map(
    ([note, lines, list]): At =>
      (column) =>
        `${note}\n${lines(column)}${list(column)}`,
  ),
  /** A block that begins on the line of its dash. */
  compact: tie('block').map(
    (value): At =>
      (column) =>
        ` ${value(column + 2).trimStart()}`,
  ),
}))

function blanks(width: number): string {
  return ' '.repeat(Math.max(0, width))
}

/** A text of YAML with a key `z` and comments wherever they may stand. */
const commentedText: Arbitrary<string> = fc
  .record({
    start: fc.tuple(gap, fc.constantFrom('', '', '', '---\n', '--- # start\n'), gap),
    anchor: behind,
    before: fc.option(block, { nil: undefined }),
    z: fc.tuple(gap, fc.constantFrom('0', "'0'", 'old', '{}'), behind),
    after: fc.option(fc.tuple(gap, block), { nil: undefined }),
    end: fc.tuple(gap, fc.constantFrom('', '', '', '---\n# other\nb: 1\n', '...\n')),
    endsOpen: fc.boolean(),
  })
  .map(({ start: [head, mark, below], anchor, before, z, after, end: [tail, last], endsOpen }) => {
    const [lines, value, note] = z
    const keyed = (name: string, part: At | undefined) => (part ? `${name}:\n${part(2)}` : '')
    const text = [
      `${head(0)}${mark}${below(0)}a: &a v${anchor}\n${keyed('b', before)}${lines(0)}z: ${value}${note}\n`,
      after ? `${after[0](0)}${keyed('y', after[1])}` : '',
      tail(0) + last,
    ].join('')
    return endsOpen ? text.replace(/\n+$/, '') : text
  })

const oneReplacement = fc.record({
  text: commentedText,
  sourceValue: fc.constantFrom('9', 'nine', '', 'two words', 'a: b', '# c', '1.10'),
  field: fc.constantFrom('z', 'z', 'z', 'z', 'new'),
})

/** ConfigMaps that hold texts of YAML, and replacements that set a field in each. */
export const textCase: Arbitrary<KustomizeCase> = fc
  .array(oneReplacement, { minLength: 1, maxLength: 3 })
  .map((all) => ({
    target: '.',
    files: {
      'kustomization.yaml': JSON.stringify({
        resources: ['objects.yaml'],
        replacements: all.map(({ sourceValue, field }, index) => ({
          sourceValue,
          targets: [
            { select: { name: `t${index}` }, fieldPaths: [`data.t.${field}`], options: { create: true } },
          ],
        })),
      }),
      'objects.yaml': all
        .map(({ text }, index) =>
          JSON.stringify({
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name: `t${index}` },
            data: { t: text },
          }),
        )
        .join('\n---\n'),
    },
  }))
