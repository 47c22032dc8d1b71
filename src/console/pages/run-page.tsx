import type { JSX } from 'hono/jsx/jsx-runtime'
import { commitPath } from '../../report/console-address.ts'
import type { OperationRecord } from '../../sync/operation-record.ts'
import { phaseOf, planOfRun, type Run, wavesOfRun } from '../runs.ts'
import { CommitLink } from './commit-link.tsx'
import { DeliveryLink } from './delivery-link.tsx'
import { Drift } from './drift.tsx'
import { Page, type Shell } from './page.tsx'
import { PlanText } from './plan-text.tsx'
import { Problems } from './problems.tsx'
import { RunHead, WholePlan } from './run-parts.tsx'
import { HealthPill, Pill, phaseTones, SyncPill, VerdictPill } from './state.tsx'
import { Ago, said } from './text.tsx'
import { Waves } from './waves.tsx'

interface Props {
  readonly shell: Shell
  readonly run: Run
  /** The application's last operation as the cluster keeps it. */
  readonly stored: OperationRecord | undefined
  /** Ids of deliveries that have a page. */
  readonly deliveries: ReadonlySet<string>
  readonly isLive: boolean
}

/** One run of one application: its whole plan, how far it came, and how things stood after it. */
export function RunPage({ shell, run, stored, deliveries, isLive }: Props): JSX.Element {
  const { application, at, deliveryId, report, on } = run.last
  const waves = wavesOfRun(run, stored)
  const plan = planOfRun(run)
  const steps = waves.flatMap((wave) => wave.steps)
  const phase = phaseOf(run, stored)
  return (
    <Page shell={shell} title={`Run of ${application}`} section="applications">
      <RunHead application={application} />
      <div class="pills">
        <VerdictPill verdict={report.verdict} />
        {phase === undefined || phase === 'was running' ? (
          ''
        ) : (
          <Pill tone={phaseTones[phase]} text={phase} about="Operation" />
        )}
        <SyncPill sync={report.sync} />
        <HealthPill health={report.health.status} />
      </div>
      <p>{said(report.summary)}</p>
      {isLive ? (
        <p class="note busy" role="status">
          It is under way; this page shows how it goes on every 5 seconds. <a href="?live=off">Stop that</a>
        </p>
      ) : (
        ''
      )}
      <Problems problems={report.problems} />
      <dl class="facts">
        <dt>Commit</dt>
        <dd>
          <CommitLink shell={shell} commit={on} /> · <a href={commitPath(on)}>all that answers on it</a>
        </dd>
        <dt>Last told</dt>
        <dd>
          <Ago at={at} now={shell.now} />
        </dd>
        <dt>Delivery</dt>
        <dd>{deliveryId === '' ? 'none' : <DeliveryLink id={deliveryId} known={deliveries} />}</dd>
      </dl>
      <h2 id="waves">Waves</h2>
      <Waves waves={waves} />
      {plan === undefined ? <p class="muted">It had no plan.</p> : <PlanText plan={plan} />}
      <WholePlan steps={steps} />
      {report.comparison === undefined ? (
        ''
      ) : (
        <>
          <h2 id="differences">
            {phase === undefined || report.outcome?.phase === 'Running'
              ? 'What differed'
              : 'What differed after it'}
          </h2>
          <Drift comparison={report.comparison} />
        </>
      )}
    </Page>
  )
}
