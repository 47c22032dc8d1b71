import type { JSX } from 'hono/jsx/jsx-runtime'
import { applyReasons } from '../../report/plan-text.ts'
import type { ShownStep } from '../waves.ts'
import { Pill } from './state.tsx'
import { Table } from './table.tsx'
import { Key, said } from './text.tsx'
import { tones, verbs, words } from './waves.tsx'

/** Steps of a sync as a list, with what is known of each. */
export function Steps(props: { readonly steps: readonly ShownStep[]; readonly most: number }): JSX.Element {
  const { steps, most } = props
  const more = steps.length - most
  return (
    <Table columns={['Object', 'What is done', 'State', 'What was said']} more={[more, '']}>
      {steps.slice(0, most).map((one) => (
        <tr>
          <th scope="row">
            <Key of={one.key} />
          </th>
          <td>
            {verbs[one.does]}
            <span class="muted">{reasonOf(one)}</span>
          </td>
          <td>
            <Pill
              tone={tones[one.state]}
              text={words[one.state]}
              quiet={one.state === 'done' || one.state === 'planned'}
            />
          </td>
          <td class="wide">{said(one.message, 1_000)}</td>
        </tr>
      ))}
    </Table>
  )
}

function reasonOf({ step }: ShownStep): string {
  if (step === undefined) return ''
  if (step.action === 'createHook') return `: deleted by ${step.deletePolicies.join(', ')}`
  const given = step.handedOverBy === undefined ? '' : `; handed over by ${said(step.handedOverBy, 100)}`
  return `: ${applyReasons[step.reason]}${given}`
}
