import fc from 'fast-check'
import type { FieldValue } from '../../src/diff/comparison.ts'
import type { Cause, FieldPreview, FieldWill } from '../../src/diff/field-preview.ts'
import type {
  ApplicationPreview,
  ObjectAction,
  ObjectFlag,
  ObjectPreview,
  Preview,
} from '../../src/report/preview.ts'
import type { ReportProblem } from '../../src/report/report.ts'
import { aSha } from './builders.ts'

/** Every hostile text begins with it, so that a test sees where such text stands. */
export const hostileWord = 'hostile'

/** It stands behind each masked value, where a careless printer would find it. */
export const secretCanary = 'c4n4ry-0f-a-secret'

const attacks = [
  '@team',
  '@team/all',
  'a@b.example',
  '#123',
  '!123',
  'GH-1',
  'owner/name#1',
  aSha('attack'),
  'https://evil.example/x?y=z',
  'www.evil.example',
  'ftp://evil.example',
  ':tada:',
  '[x](https://evil.example)',
  '![x](https://evil.example/x.png)',
  '[x]: https://evil.example',
  '[^1]',
  '[[link]]',
  '<img src=x onerror=alert(1)>',
  '<https://evil.example>',
  '</summary>',
  '</details>',
  '<details>',
  '</code>',
  '<!--',
  '-->',
  '&lt;b&gt;&#64;team',
  '`',
  '``',
  '```\n',
  '~~~',
  '|',
  '\\|',
  '\\\\|',
  '\\',
  '\\`',
  '~~gone~~',
  '**bold**',
  '_it_',
  '$x$',
  '$`x`$',
  '\n',
  '\r\n\r\n',
  '\n\n## heading\n\n',
  '\n- [ ] task\n',
  '\n> quote\n',
  '\n\n    indented\n',
  '\n/plumbline ack 5f0c2a91d7e34b68\n',
  '\n<!-- plumbline-plan v1 install=0123456789abcdef repo=0123456789abcdef pr=7 part=1/1 head=0123456789ab digest=0123456789abcdef -->\n',
  '\n<summary>Plans so far: 2</summary>\n',
  '\n| `1234567` | `+1` | `0123456789abcdef` | 2026-11-30T08:00:00Z |\n',
  '\u{202e}',
  '\u{2066}',
  '\u{200b}',
  '\u{feff}',
  '\u{0}',
  '\u{7}',
  '\u{2028}',
  '\u{a0}',
  '\u{d800}',
  '𝒳',
  '語'.repeat(70),
  'x'.repeat(300),
]

export const hostile: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 6 })
  .map((parts) => `${hostileWord}${parts.join('')}`)

const value: fc.Arbitrary<FieldValue> = fc.oneof(
  fc
    .oneof(hostile, fc.integer(), fc.boolean(), fc.constant(null), fc.array(hostile, { maxLength: 3 }))
    .map((one) => ({
      kind: 'value' as const,
      value: one,
    })),
  hostile.map((key) => ({ kind: 'value' as const, value: { [key]: key } })),
  fc.constant({ kind: 'masked' as const, value: secretCanary }),
  fc.constant({ kind: 'absent' as const }),
)

const wills: readonly FieldWill[] = [
  'set',
  'add',
  'remove',
  'revert',
  'overwrite-live-edit',
  'keep',
  'recreate',
  'reject',
  'prune',
  'adopt',
  'hand-over',
  'no-op',
]
const cause = fc.constantFrom<Cause>('pull-request', 'drift', 'both', 'not-yet-synced')
const time = fc.oneof(hostile, fc.constantFrom('2026-11-30T07:00:00Z', '2027-01-01T00:00:00Z'))
const phase = fc.constantFrom('PreSync' as const, 'Sync' as const, 'PostSync' as const)
const wave = fc.integer({ min: -3, max: 3 })
const optional: { requiredKeys: [] } = { requiredKeys: [] }

const writer = fc
  .tuple(
    fc.record({ manager: hostile, operation: fc.constantFrom('Apply' as const, 'Update' as const) }),
    fc.record({ subresource: hostile, time }, optional),
    fc.constantFrom('us' as const, 'controller' as const, 'person' as const, 'unknown' as const),
  )
  .map(([one, other, kind]) => ({ ...one, ...other, class: kind }))

const field: fc.Arbitrary<FieldPreview> = fc
  .tuple(
    fc.record({
      path: hostile,
      base: value,
      head: value,
      equal: fc.record({ baseHead: fc.boolean(), baseLive: fc.boolean(), headLive: fc.boolean() }),
      cause,
      will: fc.constantFrom(...wills),
    }),
    fc.record({ live: value, writer, keptBy: hostile }, optional),
  )
  .map(([one, other]) => ({ ...one, ...other }))

const key = fc.record({
  group: fc.oneof(hostile, fc.constant('apiextensions.k8s.io')),
  kind: fc.oneof(hostile, fc.constant('CustomResourceDefinition')),
  namespace: fc.oneof(hostile, fc.constant('')),
  name: hostile,
})

const object: fc.Arbitrary<ObjectPreview> = fc
  .tuple(
    fc.record({
      key,
      action: fc.constantFrom<ObjectAction>(
        'create',
        'change',
        'prune',
        'hand-over',
        'keep',
        'reject',
        'no-op',
      ),
      cause,
      fields: fc.array(field, { maxLength: 2 }),
      flags: fc.uniqueArray(fc.constantFrom<ObjectFlag>('restart', 'immutable', 'protected', 'live-edit')),
    }),
    fc.record(
      {
        origin: fc.record({ path: hostile, line: fc.nat() }),
        phase,
        wave,
        rejected: fc.record({
          reason: fc.constantFrom('immutable' as const, 'denied' as const),
          field: hostile,
          message: hostile,
          remedy: hostile,
        }),
        unverified: fc.record({ reason: fc.constant('unreachable' as const), message: hostile }),
        note: hostile,
      },
      optional,
    ),
  )
  .map(([one, other]) => ({ ...one, ...other }))

const problem: fc.Arbitrary<ReportProblem> = fc
  .tuple(
    fc.record({
      code: hostile,
      message: hostile,
      turn: fc.constantFrom('author' as const, 'operator' as const, 'platform' as const),
      retryable: fc.boolean(),
    }),
    fc.record({ file: hostile, line: fc.nat(), warning: fc.constant(true as const) }, optional),
  )
  .map(([one, other]) => ({ ...one, ...other }))

const application: fc.Arbitrary<ApplicationPreview> = fc
  .tuple(
    fc.record({
      name: hostile,
      cluster: hostile,
      namespace: hostile,
      change: fc.constantFrom('added' as const, 'changed' as const, 'removed' as const),
      mode: fc.constantFrom('observe' as const, 'sync' as const),
      automated: fc.boolean(),
      sync: fc.constantFrom('Synced' as const, 'OutOfSync' as const, 'Unknown' as const),
      health: fc.record({
        status: fc.constantFrom('Healthy' as const, 'Degraded' as const),
        message: hostile,
      }),
      objects: fc.array(object, { maxLength: 3 }),
      inSync: fc.nat(99),
      hooks: fc.array(fc.record({ key, phase, wave }), { maxLength: 2 }),
      problems: fc.array(problem, { maxLength: 2 }),
    }),
    fc.record(
      {
        acknowledgement: fc.record({
          digest: hostile,
          given: fc.boolean(),
          reasons: fc.array(hostile, { maxLength: 6 }),
        }),
      },
      optional,
    ),
  )
  .map(([one, other]) => ({ ...one, ...other }))

/** Previews in which every text that somebody else may have written is written by an attacker. */
export const hostilePreviews: fc.Arbitrary<Preview> = fc.record({
  installation: hostile,
  repository: fc.record({ host: hostile, owner: hostile, name: hostile }),
  number: fc.nat(),
  head: fc.constant(aSha('head')),
  baseRef: hostile,
  base: fc.constant(aSha('base')),
  at: time,
  depth: fc.constantFrom('full' as const, 'rendered' as const),
  draft: fc.boolean(),
  fork: fc.boolean(),
  needsUpdate: fc.array(hostile, { maxLength: 2 }),
  applications: fc.array(application, { maxLength: 3 }),
  skipped: fc.array(fc.record({ name: hostile, reason: hostile }), { maxLength: 2 }),
  problems: fc.array(problem, { maxLength: 2 }),
})
