import type { JSX } from 'hono/jsx/jsx-runtime'
import type { FieldPreview } from '../../diff/field-preview.ts'
import { writerText } from '../../report/comparison-text.ts'
import { commitPath, consolePath } from '../../report/console-address.ts'
import type { ApplicationPreview, ObjectAction, ObjectPreview, Preview } from '../../report/preview.ts'
import { isRecreated } from '../../report/preview-tally.ts'
import { applicationVerdict } from '../../report/preview-verdict.ts'
import { previewWaves } from '../preview-waves.ts'
import { CommitLink } from './commit-link.tsx'
import { Value } from './drift.tsx'
import { Page, type Shell } from './page.tsx'
import { Problems } from './problems.tsx'
import { HealthPill, Pill, SyncPill, type Tone, VerdictPill } from './state.tsx'
import { Table } from './table.tsx'
import { Ago, Key, Name, said } from './text.tsx'
import { Waves } from './waves.tsx'

const shownObjects = 500
const shownFields = 200

interface Props {
  readonly shell: Shell
  /** Of each pull request with this head that touches the application. */
  readonly planned: readonly { readonly preview: Preview; readonly one: ApplicationPreview }[]
  readonly name: string
}

/** What merging would do to one application, without the limits of a comment. */
export function PlanPage({ shell, planned, name }: Props): JSX.Element {
  const [first] = planned
  const commit = first && { repository: first.preview.repository, sha: first.preview.head }
  return (
    <Page shell={shell} title={`Plan of ${name}`} section="applications">
      <p class="crumbs">
        <a href={consolePath}>Applications</a> /{' '}
        {commit === undefined ? '' : <a href={commitPath(commit)}>commit {commit.sha.slice(0, 7)}</a>} / plan
      </p>
      <h1>
        Plan of <Name of={name} />
      </h1>
      {planned.map(({ preview, one }) => (
        <Planned shell={shell} preview={preview} one={one} />
      ))}
    </Page>
  )
}

function Planned({
  shell,
  preview,
  one,
}: {
  readonly shell: Shell
  readonly preview: Preview
  readonly one: ApplicationPreview
}): JSX.Element {
  const { repository, head: sha, number, baseRef, at } = preview
  const { objects, inSync, problems, acknowledgement } = one
  const more = objects.length - shownObjects
  return (
    <section>
      <h2>Pull request {number}</h2>
      <div class="pills">
        <VerdictPill verdict={applicationVerdict(one)} />
        <span class="muted">now</span>
        <SyncPill sync={one.sync} />
        <HealthPill health={one.health.status} />
      </div>
      <p>
        Head <CommitLink shell={shell} commit={{ repository, sha }} /> into <Name of={baseRef} />, to{' '}
        {said(`${one.cluster}/${one.namespace}`, 300)}; planned <Ago at={at} now={shell.now} />.{' '}
        {inSync === 1 ? '1 object is in order and stays so.' : `${inSync} objects are in order and stay so.`}
      </p>
      <Problems problems={problems} />
      {acknowledgement === undefined ? (
        ''
      ) : (
        <div class={`note ${acknowledgement.given ? '' : 'warn'}`}>
          <p>
            {acknowledgement.given ? 'Acknowledged: ' : 'Deletions need an acknowledgement: '}
            <code>/plumbline ack {said(acknowledgement.digest, 100)}</code>
          </p>
          <ul class="list">
            {acknowledgement.reasons.slice(0, 100).map((reason) => (
              <li>{said(reason)}</li>
            ))}
          </ul>
        </div>
      )}
      <h3>Waves of the sync after the merge</h3>
      <Waves waves={previewWaves(one)} />
      <h3>Objects</h3>
      {objects.length === 0 ? <p class="muted">Nothing changes.</p> : ''}
      {objects.slice(0, shownObjects).map((object) => (
        <Planning object={object} />
      ))}
      {more > 0 ? <p class="muted">and {more} more objects</p> : ''}
    </section>
  )
}

const actions: { readonly [action in ObjectAction]: readonly [tone: Tone, text: string] } = {
  create: ['add', 'Create'],
  change: ['edit', 'Change'],
  prune: ['remove', 'Delete'],
  'hand-over': ['idle', 'Hand over'],
  keep: ['idle', 'Keep'],
  reject: ['bad', 'Would be rejected'],
  'no-op': ['idle', 'Left as it is'],
}

const causes: { readonly [cause in ObjectPreview['cause']]: string } = {
  'pull-request': 'changed by the pull request',
  drift: 'changed in the cluster, not by the pull request',
  both: 'changed by the pull request and in the cluster',
  'not-yet-synced': 'merged earlier, not yet synced',
}

function Planning({ object }: { readonly object: ObjectPreview }): JSX.Element {
  const { key, origin, action, cause, fields, flags, rejected, unverified, note, phase, wave = 0 } = object
  const [tone, text] = isRecreated(object) ? (['bad', 'Delete and create again'] as const) : actions[action]
  return (
    <section>
      <h4>
        <Key of={key} /> <Pill tone={tone} text={text} />
      </h4>
      <p class="small muted">
        {causes[cause]}
        {phase === undefined ? '' : `; ${phase}, wave ${wave}`}
        {flags.length === 0 ? '' : `; ${flags.join(', ')}`}
        {origin === undefined ? (
          ''
        ) : (
          <>
            ; <code>{said(`${origin.path}:${origin.line}`, 400)}</code>
          </>
        )}
      </p>
      {rejected === undefined ? (
        ''
      ) : (
        <p class="note bad">
          {rejected.field === undefined ? '' : <code>{said(rejected.field)}</code>}{' '}
          {said(rejected.message, 2_000)} ({rejected.reason})
          {rejected.remedy === '' ? '' : `. ${said(rejected.remedy)}`}
        </p>
      )}
      {unverified === undefined ? (
        ''
      ) : (
        <p class="note">
          Not verified ({unverified.reason}): {said(unverified.message, 2_000)}
        </p>
      )}
      {note === undefined ? '' : <p class="note">{said(note)}</p>}
      {fields.length === 0 ? '' : <Fields fields={fields} />}
    </section>
  )
}

function Fields({ fields }: { readonly fields: readonly FieldPreview[] }): JSX.Element {
  const more = fields.length - shownFields
  return (
    <Table columns={['Field', 'Base', 'Head', 'Live', 'Last writer', 'A sync will']} more={[more, 'fields']}>
      {fields.slice(0, shownFields).map((field) => (
        <FieldRow field={field} />
      ))}
    </Table>
  )
}

function FieldRow({ field }: { readonly field: FieldPreview }): JSX.Element {
  const { path, base, head, live, equal, writer, will, keptBy } = field
  return (
    <tr>
      <th scope="row">
        <code>{said(path)}</code>
      </th>
      <td data-label="Base">
        <Value of={base} />
      </td>
      <td data-label="Head">
        {head.kind === 'masked' ? (
          equal.baseHead ? (
            'masked, as the base'
          ) : (
            'masked, changed'
          )
        ) : (
          <Value of={head} />
        )}
      </td>
      <td data-label="Live">
        {live === undefined ? 'not asked' : live.kind === 'masked' ? maskedLive(field) : <Value of={live} />}
      </td>
      <td data-label="Last writer">{writer === undefined ? 'nobody' : said(writerText(writer), 200)}</td>
      <td data-label="A sync will">
        {will.replaceAll('-', ' ')}
        {keptBy === undefined ? '' : ` (${said(keptBy, 200)})`}
      </td>
    </tr>
  )
}

function maskedLive({ equal }: FieldPreview): string {
  if (equal.baseLive) return 'masked, as the base'
  return equal.headLive ? 'masked, as the head' : 'masked, another one'
}
