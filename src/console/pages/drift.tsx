import type { JSX } from 'hono/jsx/jsx-runtime'
import type {
  Comparison,
  ExtraField,
  FieldDrift,
  FieldValue,
  ObjectComparison,
} from '../../diff/comparison.ts'
import { effectText, unlistedText, writerText } from '../../report/comparison-text.ts'
import { comparedTones, comparedWords } from './compared.ts'
import { Pill } from './state.tsx'
import { Table } from './table.tsx'
import { Key, said } from './text.tsx'

const shownObjects = 100
const shownFields = 200
const longestValue = 2_000

interface Props {
  readonly comparison: Comparison
}

/** Everything that is not as Git says it, field by field, with who wrote what is there. */
export function Drift({ comparison: { objects, unlisted } }: Props): JSX.Element {
  const different = objects.filter(isTold)
  const more = different.length - shownObjects
  return (
    <>
      {unlisted.slice(0, shownObjects).map((one) => (
        <p class="note warn">{said(unlistedText(one))}</p>
      ))}
      {different.length === 0 ? <p class="muted">Nothing differs from Git.</p> : ''}
      {different.slice(0, shownObjects).map((object) => (
        <Different object={object} />
      ))}
      {more > 0 ? <p class="muted">and {more} more objects that differ</p> : ''}
    </>
  )
}

function isTold(object: ObjectComparison): boolean {
  return object.kind !== 'inSync' || object.extra !== undefined
}

function Different({ object }: { readonly object: ObjectComparison }): JSX.Element {
  const { origin, key, kind } = object
  const fields = 'fields' in object ? object.fields : []
  const extra = 'extra' in object ? (object.extra ?? []) : []
  return (
    <section>
      <h3>
        <Key of={key} /> <Pill tone={comparedTones[kind]} text={comparedWords[kind]} />
      </h3>
      {origin === undefined ? (
        ''
      ) : (
        <p class="small muted">
          declared at <code>{said(`${origin.path}:${origin.line}`, 400)}</code>
        </p>
      )}
      <Reason object={object} />
      {fields.length + extra.length > 0 ? <Fields fields={fields} extra={extra} /> : ''}
    </section>
  )
}

function Reason({ object }: { readonly object: ObjectComparison }): JSX.Element | null {
  switch (object.kind) {
    case 'rejected':
      return (
        <p class="note bad">
          {object.field === undefined ? '' : <code>{said(object.field)}</code>}{' '}
          {said(object.message, longestValue)} ({object.reason})
          {object.remedy === '' ? '' : `. ${said(object.remedy)}`}
        </p>
      )
    case 'unverified':
      return (
        <p class="note">
          {said(object.message, longestValue)} ({object.reason})
        </p>
      )
    case 'missing':
      return <p class="small">Git has it, the cluster does not.</p>
    case 'extraneous':
      return (
        <p class="small">
          The cluster has it, Git does not{object.kept === undefined ? '.' : `; it is kept (${object.kept}).`}
        </p>
      )
    case 'inSync':
    case 'drifted':
      return null
  }
}

function Fields(props: {
  readonly fields: readonly FieldDrift[]
  readonly extra: readonly ExtraField[]
}): JSX.Element {
  const { fields, extra } = props
  const more = fields.length + extra.length - shownFields
  return (
    <Table columns={['Field', 'Git', 'Live', 'Last writer', 'A sync will']} more={[more, 'fields']}>
      {fields.slice(0, shownFields).map((field) => (
        <FieldRow field={field} />
      ))}
      {extra.slice(0, Math.max(0, shownFields - fields.length)).map(({ path, writer }) => (
        <tr>
          <th scope="row">
            <code>{said(path)}</code>
          </th>
          <td data-label="Git">nothing</td>
          <td data-label="Live">set</td>
          <td data-label="Last writer">{writer === undefined ? 'nobody' : said(writerText(writer), 200)}</td>
          <td data-label="A sync will">leave it alone</td>
        </tr>
      ))}
    </Table>
  )
}

function FieldRow({ field }: { readonly field: FieldDrift }): JSX.Element {
  const { path, git, live, writer, effect } = field
  const isMasked = git.kind === 'masked' && live.kind === 'masked'
  return (
    <tr>
      <th scope="row">
        <code>{said(path)}</code>
      </th>
      <td data-label="Git">
        <Value of={git} />
      </td>
      <td data-label="Live">{isMasked ? 'masked, another one' : <Value of={live} />}</td>
      <td data-label="Last writer">{writer === undefined ? 'nobody' : said(writerText(writer), 200)}</td>
      <td data-label="A sync will">{said(effectText(effect, writer), 200)}</td>
    </tr>
  )
}

/** Secrets come masked already; nothing else of them is known here. */
export function Value({ of }: { readonly of: FieldValue }): JSX.Element {
  switch (of.kind) {
    case 'absent':
      return <span class="muted">nothing</span>
    case 'masked':
      return <span class="muted">masked</span>
    case 'value':
      return <code>{said(JSON.stringify(of.value), longestValue)}</code>
  }
}
