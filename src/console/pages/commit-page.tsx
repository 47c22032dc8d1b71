import type { JSX } from 'hono/jsx/jsx-runtime'
import type { ApplicationOnCommit, CommitView } from '../../engine/view-commit.ts'
import { type Commit, shortSha } from '../../git/commit.ts'
import { commitPath, consolePath, planPath } from '../../report/console-address.ts'
import type { ApplicationPreview, Preview } from '../../report/preview.ts'
import { signsOf, tallyOf } from '../../report/preview-tally.ts'
import { applicationVerdict, previewVerdict } from '../../report/preview-verdict.ts'
import { CommitLink } from './commit-link.tsx'
import { Page, type Shell } from './page.tsx'
import { Problems } from './problems.tsx'
import { HealthPill, SyncPill, VerdictPill } from './state.tsx'
import { Table } from './table.tsx'
import { Ago, Name, said } from './text.tsx'

const shownApplications = 2_000

/** Behind `plumbline/sync` and `plumbline/plan`: everything that answers on one commit. */
export function CommitPage(props: { readonly shell: Shell; readonly view: CommitView }): JSX.Element {
  const { shell, view } = props
  const { commit, applications, previews, problems } = view
  const { owner, name } = commit.repository
  return (
    <Page shell={shell} title={`Commit ${shortSha(commit.sha)}`} section="applications">
      <p class="crumbs">
        <a href={consolePath}>Applications</a> / commit
      </p>
      <h1>
        Commit <CommitLink shell={shell} commit={commit} /> of <Name of={`${owner}/${name}`} />
      </h1>
      <Problems problems={problems} />
      <h2 id="synced">Applications that answer here</h2>
      {applications.length === 0 ? (
        <p class="muted">None is remembered: what answered here once may answer on a newer commit now.</p>
      ) : (
        <Applications commit={commit} applications={applications} />
      )}
      {previews.map((preview) => (
        <Planned shell={shell} preview={preview} />
      ))}
    </Page>
  )
}

interface ApplicationsProps {
  readonly commit: Commit
  readonly applications: readonly ApplicationOnCommit[]
}

function Applications({ commit, applications }: ApplicationsProps): JSX.Element {
  return (
    <Table columns={['Application', 'Verdict', 'Sync', 'Health', 'Why']}>
      {applications.slice(0, shownApplications).map((one) => (
        <ApplicationRow commit={commit} one={one} />
      ))}
    </Table>
  )
}

/** What its record says, if its answer stands here; else what its last run here said. */
function ApplicationRow({
  commit,
  one,
}: {
  readonly commit: Commit
  readonly one: ApplicationOnCommit
}): JSX.Element {
  const { name, status, runs } = one
  const report = runs[0]?.report
  const sync = status?.sync ?? report?.sync ?? 'Unknown'
  const health = status?.health ?? report?.health.status ?? 'Unknown'
  const isOver = status === undefined ? 'it answers on another commit now; here it said last: ' : ''
  return (
    <tr>
      <th scope="row">
        <a href={commitPath(commit, name)}>
          <Name of={name} />
        </a>
      </th>
      <td>
        <VerdictPill verdict={status?.verdict ?? report?.verdict ?? 'pending'} />
      </td>
      <td>
        <SyncPill sync={sync} />
      </td>
      <td>
        <HealthPill health={health} />
      </td>
      <td class="wide">
        {isOver}
        {said(status?.message ?? report?.summary ?? '')}
      </td>
    </tr>
  )
}

function Planned({ shell, preview }: { readonly shell: Shell; readonly preview: Preview }): JSX.Element {
  const { number, applications, problems, needsUpdate, at, baseRef, depth } = preview
  return (
    <section id="planned">
      <h2>Plan of pull request {number}</h2>
      <div class="pills">
        <VerdictPill verdict={previewVerdict(preview)} />
      </div>
      <p>
        What merging it into <Name of={baseRef} /> would do
        {depth === 'rendered' ? ', rendered only: nothing live was asked' : ''}; planned{' '}
        <Ago at={at} now={shell.now} />.
      </p>
      {needsUpdate.length === 0 ? (
        ''
      ) : (
        <p class="note bad">
          The branch has to be updated first. Changed on both sides:{' '}
          {said(needsUpdate.slice(0, 50).join(', '), 2_000)}
        </p>
      )}
      <Problems problems={problems} />
      {applications.length === 0 ? (
        <p class="muted">It touches no application.</p>
      ) : (
        <Table columns={['Application', 'Verdict', 'Objects', 'Destination']}>
          {applications.slice(0, shownApplications).map((one) => (
            <PlannedRow preview={preview} one={one} />
          ))}
        </Table>
      )}
    </section>
  )
}

function PlannedRow({
  preview,
  one,
}: {
  readonly preview: Preview
  readonly one: ApplicationPreview
}): JSX.Element {
  const { repository, head: sha } = preview
  return (
    <tr>
      <th scope="row">
        <a href={planPath({ repository, sha }, one.name)}>
          <Name of={one.name} />
        </a>
      </th>
      <td>
        <VerdictPill verdict={applicationVerdict(one)} />
      </td>
      <td data-label="Objects">{signsOf(tallyOf([one])) || 'no change'}</td>
      <td data-label="Destination">{said(`${one.cluster}/${one.namespace}`, 300)}</td>
    </tr>
  )
}
