import type { JSX } from 'hono/jsx/jsx-runtime'
import type { Plan, SkipStep } from '../../plan/plan.ts'
import { skipReasons } from '../../report/plan-text.ts'
import { Key, said } from './text.tsx'

const shownBlocks = 100
const shownSkips = 200

/** What a plan says beside its waves: what forbids it, what it waits for, and what it leaves alone. */
export function PlanText({ plan }: { readonly plan: Plan }): JSX.Element {
  const { blocks, acknowledgement, skips, application } = plan
  return (
    <>
      {blocks.slice(0, shownBlocks).map(({ code, message, key }) => (
        <p class="note bad">
          <strong>Blocked</strong> ({code}):{' '}
          {key === undefined ? (
            ''
          ) : (
            <>
              <Key of={key} />:{' '}
            </>
          )}
          {said(message, 1_000)}
        </p>
      ))}
      {acknowledgement === undefined ? (
        ''
      ) : (
        <div class={`note ${acknowledgement.given ? '' : 'warn'}`}>
          <p>
            {acknowledgement.given ? 'Acknowledged: ' : 'Deletions wait for an acknowledgement: '}
            <code>
              plumbline ack {said(application, 253)} {said(acknowledgement.digest, 100)}
            </code>
          </p>
          <ul class="list">
            {acknowledgement.reasons.slice(0, shownSkips).map((reason) => (
              <li>{said(reason)}</li>
            ))}
          </ul>
        </div>
      )}
      <Skips skips={skips.filter(({ reason }) => reason !== 'in-sync')} />
    </>
  )
}

function Skips({ skips }: { readonly skips: readonly SkipStep[] }): JSX.Element {
  const reasons = [...new Set(skips.map(({ reason }) => reason))]
  return (
    <>
      {reasons.map((reason) => {
        const all = skips.filter((one) => one.reason === reason)
        return (
          <details>
            <summary>
              Left alone, {all.length}: {skipReasons[reason]}
            </summary>
            <ul class="list">
              {all.slice(0, shownSkips).map(({ key }) => (
                <li>
                  <Key of={key} />
                </li>
              ))}
              {all.length > shownSkips ? <li class="muted">and {all.length - shownSkips} more</li> : ''}
            </ul>
          </details>
        )
      })}
    </>
  )
}
