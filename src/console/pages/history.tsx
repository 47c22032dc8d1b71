import type { JSX } from 'hono/jsx/jsx-runtime'
import { runPath } from '../../report/console-address.ts'
import type { OperationRecord } from '../../sync/operation-record.ts'
import { phaseOf, type Run } from '../runs.ts'
import { CommitLink } from './commit-link.tsx'
import { DeliveryLink } from './delivery-link.tsx'
import type { Shell } from './page.tsx'
import { Pill, phaseTones, VerdictPill } from './state.tsx'
import { Table } from './table.tsx'
import { Ago, atUtc, said } from './text.tsx'

interface Props {
  readonly shell: Shell
  readonly runs: readonly Run[]
  /** The last operation as the cluster keeps it. */
  readonly stored: OperationRecord | undefined
  /** Ids of deliveries that have a page. */
  readonly deliveries: ReadonlySet<string>
}

const columns = ['Run', 'Verdict', 'Operation', 'What became of it', 'Commit', 'Delivery']

/** What was done and found, newest first, as far as this process remembers. */
export function History({ shell, runs, stored, deliveries }: Props): JSX.Element {
  if (runs.length === 0) {
    return <p class="muted">This process remembers no run of it: it has not looked at it since it started.</p>
  }
  return (
    <Table columns={columns}>
      {runs.map((run, at) => (
        <tr>
          <th scope="row">
            <a href={runPath(run.last.application, run.id)}>
              <Ago at={run.last.at} now={shell.now} />
            </a>{' '}
            <span class="muted small nowrap">{said(atUtc(run.last.at), 40)}</span>
          </th>
          <td>
            <VerdictPill verdict={run.last.report.verdict} />
          </td>
          <td data-label="Operation">
            <PhaseOf run={run} stored={stored} isNewest={at === 0} />
          </td>
          <td class="wide">{said(run.last.report.summary)}</td>
          <td data-label="Commit">
            <CommitLink shell={shell} commit={run.last.on} />
          </td>
          <td data-label="Delivery">
            <DeliveryLink id={run.last.deliveryId} known={deliveries} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** What is followed by another run does not run any more, whoever went on with it. */
function PhaseOf(props: {
  readonly run: Run
  readonly stored: OperationRecord | undefined
  readonly isNewest: boolean
}): JSX.Element {
  const phase = phaseOf(props.run, props.stored)
  if (phase === undefined) return <span class="muted">none</span>
  if (phase === 'was running' || (phase === 'Running' && !props.isNewest))
    return <span class="muted">was running</span>
  return <Pill tone={phaseTones[phase]} text={phase} quiet />
}
