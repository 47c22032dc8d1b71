import type { JSX } from 'hono/jsx/jsx-runtime'
import type { ApplicationView } from '../../engine/view-application.ts'
import { applicationPath, consolePath } from '../../report/console-address.ts'
import type { ApplicationReport } from '../../report/report.ts'
import { commitReportedOn } from '../../sync/status-summary.ts'
import { runsOf } from '../runs.ts'
import { treeOf } from '../tree.ts'
import { wavesOf } from '../waves.ts'
import { CommitLink } from './commit-link.tsx'
import { Drift } from './drift.tsx'
import { History } from './history.tsx'
import { Operation } from './operation.tsx'
import { Page, type Shell } from './page.tsx'
import { PlanText } from './plan-text.tsx'
import { Problems } from './problems.tsx'
import { HealthPill, SyncPill, VerdictPill } from './state.tsx'
import { Ago, Name, said } from './text.tsx'
import { Tree } from './tree.tsx'
import { Waves } from './waves.tsx'
import { Why } from './why.tsx'

interface Props {
  readonly shell: Shell
  readonly view: ApplicationView
  /** The page asks for itself again by and by. */
  readonly isLive: boolean
}

/** One application: how it stands, why, what differs, what it is made of, and what became of it. */
export function ApplicationPage({ shell, view, isLive }: Props): JSX.Element {
  const { name, now, operation, runs, problems } = view
  const report = now?.explanation.report ?? runs[0]?.report
  /** What runs or went wrong comes before what is. */
  const isOver = operation?.operation.phase === 'Succeeded'
  return (
    <Page shell={shell} title={name} section="applications">
      <p class="crumbs">
        <a href={consolePath}>Applications</a> / <Name of={name} />
      </p>
      <h1>
        <Name of={name} />
      </h1>
      <State view={view} report={report} />
      <Problems problems={[...problems, ...(now?.explanation.report.problems ?? [])]} />
      {isLive ? <LiveNote path={applicationPath(name)} /> : ''}
      <Facts shell={shell} view={view} />
      {operation !== undefined && !isOver ? <Operation shell={shell} stored={operation} /> : ''}
      {now === undefined ? <Unseen view={view} isLive={isLive} /> : <Now now={now} />}
      {operation !== undefined && isOver ? <Operation shell={shell} stored={operation} /> : ''}
      <h2 id="history">History</h2>
      <History shell={shell} runs={runsOf(runs)} stored={operation} deliveries={view.deliveries} />
    </Page>
  )
}

function State({
  view,
  report,
}: {
  readonly view: ApplicationView
  readonly report: ApplicationReport | undefined
}): JSX.Element {
  const stands = view.now?.explanation.report
  const { status } = view
  const sync = stands?.sync ?? status?.sync ?? report?.sync
  const health = stands?.health.status ?? status?.health ?? report?.health.status
  const verdict = stands?.verdict ?? status?.verdict ?? report?.verdict
  return (
    <>
      <div class="pills">
        {verdict === undefined ? '' : <VerdictPill verdict={verdict} />}
        {sync === undefined ? '' : <SyncPill sync={sync} />}
        {health === undefined ? '' : <HealthPill health={health} />}
      </div>
      <p>
        {said(stands?.summary ?? status?.message ?? report?.summary ?? 'Nothing is remembered of it yet.')}
      </p>
    </>
  )
}

function LiveNote({ path }: { readonly path: string }): JSX.Element {
  return (
    <p class="note busy" role="status">
      A sync is under way; this page shows how it goes on every 5 seconds.{' '}
      <a href={`${path}?live=off`}>Stop that</a>
    </p>
  )
}

function Facts({
  shell,
  view: { status },
}: {
  readonly shell: Shell
  readonly view: ApplicationView
}): JSX.Element | null {
  if (status === undefined) return null
  const { cluster, namespace = '', revision, commit, reportedOn, syncedAt, at } = status
  const on = reportedOn === undefined ? undefined : commitReportedOn(reportedOn)
  return (
    <dl class="facts">
      <dt>Destination</dt>
      <dd>{said(namespace === '' ? cluster : `${cluster}/${namespace}`, 300)}</dd>
      <dt>Revision</dt>
      <dd>
        {revision === undefined ? '' : <Name of={revision} />}{' '}
        {commit === undefined ? (
          ''
        ) : on?.sha === commit ? (
          <CommitLink shell={shell} commit={on} />
        ) : (
          <code>{commit.slice(0, 7)}</code>
        )}
      </dd>
      <dt>Last synced</dt>
      <dd>{syncedAt === undefined ? 'never' : <Ago at={syncedAt} now={shell.now} />}</dd>
      <dt>Recorded</dt>
      <dd>
        <Ago at={at} now={shell.now} />
      </dd>
    </dl>
  )
}

function Now({
  now: { explanation, live },
}: {
  readonly now: NonNullable<ApplicationView['now']>
}): JSX.Element {
  const { comparison, plan } = explanation.report
  return (
    <>
      <h2 id="why">Why it is or is not synced</h2>
      <Why explanation={explanation} />
      {comparison === undefined ? (
        ''
      ) : (
        <>
          <h2 id="differences">What differs</h2>
          <Drift comparison={comparison} />
        </>
      )}
      {plan === undefined ? (
        ''
      ) : (
        <>
          <h2 id="plan">What a sync would do now</h2>
          <Waves waves={wavesOf(plan)} />
          <PlanText plan={plan} />
        </>
      )}
      {comparison === undefined ? (
        ''
      ) : (
        <>
          <h2 id="objects">Objects</h2>
          <Tree tree={treeOf(comparison.objects, live)} />
          {live.unreadable.length === 0 ? (
            ''
          ) : (
            <p class="muted small">Could not be listed: {said(live.unreadable.join(', '))}</p>
          )}
        </>
      )}
    </>
  )
}

/** While a sync runs, what it has come to is shown from its record; nobody's API is asked every few seconds. */
function Unseen({
  view,
  isLive,
}: {
  readonly view: ApplicationView
  readonly isLive: boolean
}): JSX.Element | null {
  if (view.operation?.operation.phase !== 'Running') return null
  return (
    <p>
      {isLive ? 'Differences and objects are shown when it has ended.' : 'The records alone were read.'}{' '}
      <a href={`${applicationPath(view.name)}?live=off`}>Look at them now</a>
    </p>
  )
}
