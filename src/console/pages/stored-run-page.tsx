import type { JSX } from 'hono/jsx/jsx-runtime'
import type { OperationRecord } from '../../sync/operation-record.ts'
import { wavesOf } from '../waves.ts'
import { Operation } from './operation.tsx'
import { Page, type Shell } from './page.tsx'
import { RunHead, WholePlan } from './run-parts.tsx'

/** A run of which this process does not remember all, as far as the cluster does: the plan it began with, and its results. */
export function StoredRunPage(props: {
  readonly shell: Shell
  readonly stored: OperationRecord
  /** Its beginning is known here, and its end is not: another instance went on with it. */
  readonly isRemembered?: boolean
}): JSX.Element {
  const { shell, stored, isRemembered = false } = props
  const { application } = stored.operation
  const steps = wavesOf(stored, stored.operation).flatMap((wave) => wave.steps)
  return (
    <Page shell={shell} title={`Run of ${application}`} section="applications">
      <RunHead application={application} />
      <p class="muted">
        {isRemembered ? 'Another instance went on with it' : 'This process does not remember it'}; this is
        what the cluster’s record holds.
      </p>
      <Operation shell={shell} stored={stored} />
      <WholePlan steps={steps} />
    </Page>
  )
}
