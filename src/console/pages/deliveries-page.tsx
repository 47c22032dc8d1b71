import type { JSX } from 'hono/jsx/jsx-runtime'
import type { DeliveryTrace } from '../../engine/run-store.ts'
import { deliveryPath } from '../../report/console-address.ts'
import { triggerText } from '../delivery-text.ts'
import { Page, type Shell } from './page.tsx'
import { Table } from './table.tsx'
import { Ago, said } from './text.tsx'

/** The newest deliveries, and a way to one by its id. */
export function DeliveriesPage(props: {
  readonly shell: Shell
  readonly traces: readonly DeliveryTrace[]
}): JSX.Element {
  const { shell, traces } = props
  return (
    <Page shell={shell} title="Deliveries" section="deliveries">
      <h1>Deliveries</h1>
      <p>
        What a Git host told, and which applications it matched. In Gitea and GitHub the webhook’s page names
        each one’s id.
      </p>
      <search aria-label="Find a delivery">
        <form class="filter" method="get" action="/console/deliveries">
          <div class="row">
            <div class="grow">
              <label for="id">Id of a delivery</label>
              <input id="id" name="id" type="search" required maxLength={253} autocomplete="off" />
            </div>
            <button type="submit">Find</button>
          </div>
        </form>
      </search>
      {traces.length === 0 ? (
        <p class="note">This process remembers no delivery; it forgets them when it ends.</p>
      ) : (
        <List shell={shell} traces={traces} />
      )}
    </Page>
  )
}

function List({
  shell,
  traces,
}: {
  readonly shell: Shell
  readonly traces: readonly DeliveryTrace[]
}): JSX.Element {
  return (
    <Table columns={['Delivery', 'What it told', 'Matched', 'When']}>
      {traces.map(({ deliveryId, trigger, applications, receivedAt }) => (
        <tr>
          <th scope="row">
            <a href={deliveryPath(deliveryId)}>
              <code>{said(deliveryId, 100)}</code>
            </a>
          </th>
          <td class="wide">{said(triggerText(trigger))}</td>
          <td data-label="Matched" class="nowrap">
            {applications.filter(({ touched }) => touched).length} of {applications.length}
          </td>
          <td class="nowrap">
            <Ago at={receivedAt} now={shell.now} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
