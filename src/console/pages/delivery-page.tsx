import type { JSX } from 'hono/jsx/jsx-runtime'
import type { DeliveryTrace, Match } from '../../engine/run-store.ts'
import { applicationPath, commitPath } from '../../report/console-address.ts'
import { matchReasons, triggerText } from '../delivery-text.ts'
import { CommitLink } from './commit-link.tsx'
import { Page, type Shell } from './page.tsx'
import { Table } from './table.tsx'
import { Ago, Name, said } from './text.tsx'

const shownMatches = 2_000

/** What became of one delivery: which applications it matched and which not, each with the reason. */
export function DeliveryPage(props: { readonly shell: Shell; readonly trace: DeliveryTrace }): JSX.Element {
  const { shell, trace } = props
  const { deliveryId, receivedAt, trigger, applications } = trace
  const matched = applications.filter(({ touched }) => touched)
  const others = applications.filter(({ touched }) => !touched)
  const commit =
    trigger.kind === 'push' && trigger.after !== undefined
      ? { repository: trigger.repository, sha: trigger.after }
      : undefined
  return (
    <Page shell={shell} title={`Delivery ${deliveryId}`} section="deliveries">
      <p class="crumbs">
        <a href="/console/deliveries">Deliveries</a> / <Name of={deliveryId} limit={100} />
      </p>
      <h1>
        Delivery <Name of={deliveryId} limit={200} />
      </h1>
      <p>
        {said(triggerText(trigger))}, matched <Ago at={receivedAt} now={shell.now} />.
      </p>
      {commit === undefined ? (
        ''
      ) : (
        <p>
          Commit <CommitLink shell={shell} commit={commit} /> ·{' '}
          <a href={commitPath(commit)}>all that answers on it</a>
        </p>
      )}
      <h2 id="matched">Matched: {matched.length}</h2>
      {matched.length === 0 ? <p class="muted">It matched no application.</p> : <Matches matches={matched} />}
      <h2 id="others">Not matched: {others.length}</h2>
      {others.length === 0 ? (
        <p class="muted">There is no other application.</p>
      ) : (
        <Matches matches={others} />
      )}
    </Page>
  )
}

function Matches({ matches }: { readonly matches: readonly Match[] }): JSX.Element {
  const more = matches.length - shownMatches
  const hasPaths = matches.some(({ path }) => path !== undefined)
  const columns = ['Application', 'Why', ...(hasPaths ? ['First path that made the difference'] : [])]
  return (
    <Table columns={columns} more={[more, '']}>
      {matches.slice(0, shownMatches).map(({ application, reason, path }) => (
        <tr>
          <th scope="row">
            <a href={applicationPath(application)}>
              <Name of={application} />
            </a>
          </th>
          <td class="wide">{matchReasons[reason]}</td>
          {hasPaths ? <td class="wide">{path === undefined ? '' : <code>{said(path, 400)}</code>}</td> : ''}
        </tr>
      ))}
    </Table>
  )
}
