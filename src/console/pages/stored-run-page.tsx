import type { JSX } from 'hono/jsx/jsx-runtime'
import { applicationPath, consolePath } from '../../report/console-address.ts'
import type { OperationRecord } from '../../sync/operation-record.ts'
import { wavesOf } from '../waves.ts'
import { Operation } from './operation.tsx'
import { Page, type Shell } from './page.tsx'
import { Steps } from './steps.tsx'
import { Name } from './text.tsx'

const shownSteps = 2_000

/** A run that this process does not remember, as far as the cluster does: the plan it began with, and its results. */
export function StoredRunPage(props: {
  readonly shell: Shell
  readonly stored: OperationRecord
}): JSX.Element {
  const { shell, stored } = props
  const { application } = stored.operation
  const steps = wavesOf(stored, stored.operation).flatMap((wave) => wave.steps)
  return (
    <Page shell={shell} title={`Run of ${application}`} section="applications">
      <p class="crumbs">
        <a href={consolePath}>Applications</a> /{' '}
        <a href={applicationPath(application)}>
          <Name of={application} />
        </a>{' '}
        / run
      </p>
      <h1>
        Run of <Name of={application} />
      </h1>
      <p class="muted">This process does not remember it; this is what the cluster’s record holds.</p>
      <Operation shell={shell} stored={stored} />
      {steps.length === 0 ? (
        ''
      ) : (
        <>
          <h2 id="plan">The whole plan</h2>
          <Steps steps={steps} most={shownSteps} />
        </>
      )}
    </Page>
  )
}
