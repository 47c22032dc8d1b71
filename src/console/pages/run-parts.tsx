import type { JSX } from 'hono/jsx/jsx-runtime'
import { applicationPath, consolePath } from '../../report/console-address.ts'
import type { ShownStep } from '../waves.ts'
import { Steps } from './steps.tsx'
import { Name } from './text.tsx'

/** More steps of one run are counted: no page grows without end. */
const shownSteps = 2_000

/** Where a run's page stands, and whose run it is. */
export function RunHead({ application }: { readonly application: string }): JSX.Element {
  return (
    <>
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
    </>
  )
}

/** Every step of a run; nothing where it had none. */
export function WholePlan({ steps }: { readonly steps: readonly ShownStep[] }): JSX.Element {
  return (
    <>
      {steps.length > 0 && <h2 id="plan">The whole plan</h2>}
      {steps.length > 0 && <Steps steps={steps} most={shownSteps} />}
    </>
  )
}
