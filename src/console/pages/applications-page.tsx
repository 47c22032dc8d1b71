import type { JSX } from 'hono/jsx/jsx-runtime'
import type { ListedApplication, ListedApplications } from '../../engine/list-applications.ts'
import { healthStatuses } from '../../health/health.ts'
import { applicationPath, consolePath } from '../../report/console-address.ts'
import type { Verdict } from '../../report/report.ts'
import { type Filter, filtered, filterQuery, syncStatuses, verdictOf, verdicts } from '../filter.ts'
import { Page, type Shell } from './page.tsx'
import { Problems } from './problems.tsx'
import { HealthPill, SyncPill, verdictTones, verdictWords } from './state.tsx'
import { Table } from './table.tsx'
import { Ago, Name, said } from './text.tsx'

const pageSize = 100

interface Props {
  readonly shell: Shell
  readonly listed: ListedApplications
  readonly filter: Filter
}

/** All applications, the worst first: what is wrong is to be seen before anything is read. */
export function ApplicationsPage({ shell, listed, filter }: Props): JSX.Element {
  const found = filtered(listed.applications, filter)
  const pages = Math.max(1, Math.ceil(found.length / pageSize))
  const page = Math.min(filter.page, pages)
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  return (
    <Page shell={shell} title="Applications" section="applications">
      <h1>Applications</h1>
      <Problems problems={listed.problems} />
      <Tiles applications={listed.applications} filter={filter} />
      <FilterForm filter={filter} />
      <p class="muted" role="status">
        {amountText(found.length, listed.applications.length)}
        {pages > 1 ? `, page ${page} of ${pages}` : ''}
      </p>
      {shown.length === 0 ? <Nothing listed={listed} /> : <List shown={shown} now={shell.now} />}
      {pages > 1 ? <Pages filter={filter} page={page} pages={pages} /> : ''}
    </Page>
  )
}

function amountText(found: number, all: number): string {
  return found === all ? `${all} shown` : `${found} of ${all} shown`
}

/** How many stand how; each is a link to those. */
function Tiles({
  applications,
  filter,
}: {
  applications: readonly ListedApplication[]
  filter: Filter
}): JSX.Element {
  const amounts = verdicts.map((verdict) => ({
    verdict,
    amount: applications.filter((one) => verdictOf(one) === verdict).length,
  }))
  const present = amounts.filter(({ verdict, amount }) => amount > 0 || verdict === filter.verdict)
  return (
    <ul class="tiles">
      <li>
        <a href={consolePath} {...current(filter.verdict === undefined)}>
          <b>{applications.length}</b> All
        </a>
      </li>
      {present.map(({ verdict, amount }) => (
        <li>
          <a
            href={`${consolePath}?verdict=${verdict}`}
            class={toneOf(verdict)}
            {...current(filter.verdict === verdict)}
          >
            <b>{amount}</b> {verdictWords[verdict]}
          </a>
        </li>
      ))}
    </ul>
  )
}

function toneOf(verdict: Verdict): string {
  return verdict === 'success' ? '' : verdictTones[verdict]
}

function current(is: boolean): { readonly 'aria-current'?: 'true' } {
  return is ? { 'aria-current': 'true' } : {}
}

function FilterForm({ filter }: { readonly filter: Filter }): JSX.Element {
  const { search, sync, health, verdict, order } = filter
  const isOpen = sync !== undefined || health !== undefined || order !== 'worst'
  return (
    <search aria-label="Filter applications">
      <form class="filter" method="get" action={consolePath}>
        <div class="row">
          <div class="grow">
            <label for="q">Search name, destination, reason</label>
            <input id="q" name="q" type="search" value={search} maxLength={200} autocomplete="off" />
          </div>
          <button type="submit">Show</button>
        </div>
        {verdict === undefined ? '' : <input type="hidden" name="verdict" value={verdict} />}
        <details open={isOpen}>
          <summary>More filters, and order</summary>
          <div>
            <Choice name="sync" label="Sync" chosen={sync ?? ''} options={anyOf(syncStatuses)} />
            <Choice name="health" label="Health" chosen={health ?? ''} options={anyOf(healthStatuses)} />
            <Choice name="order" label="Order" chosen={order} options={orders} />
          </div>
        </details>
      </form>
    </search>
  )
}

type Options = readonly (readonly [value: string, text: string])[]

const orders: Options = [
  ['worst', 'Worst first'],
  ['name', 'By name'],
]

function anyOf(values: readonly string[]): Options {
  return [['', 'Any'], ...values.map((value) => [value, value] as const)]
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly chosen: string
  readonly options: Options
}

function Choice({ name, label, chosen, options }: ChoiceProps): JSX.Element {
  return (
    <div>
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {options.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Rows become cards on a narrow screen. */
function List({
  shown,
  now,
}: {
  readonly shown: readonly ListedApplication[]
  readonly now: number
}): JSX.Element {
  const columns = ['Application', 'Sync', 'Health', 'Why', 'Destination', 'Revision', 'Last sync']
  return (
    <Table columns={columns} class="apps">
      {shown.map((one) => (
        <Row one={one} now={now} />
      ))}
    </Table>
  )
}

function Row({ one, now }: { readonly one: ListedApplication; readonly now: number }): JSX.Element {
  const { application, sync, health, message, cluster, namespace = '', revision, commit } = one
  const isRunning = one.operation === 'Running'
  const tone = isRunning ? 'busy' : verdictTones[verdictOf(one)]
  return (
    <tr class={tone === 'ok' ? 'calm' : `mark is-${tone}`}>
      <th scope="row">
        <a href={applicationPath(application)}>
          <Name of={application} limit={120} />
        </a>
      </th>
      <td>
        <SyncPill sync={sync} />
      </td>
      <td>
        <HealthPill health={health} />
      </td>
      <td class="why wide">{said(message, 300)}</td>
      <td data-label="Destination" class="dest">
        <bdi>{said(namespace === '' ? cluster : `${cluster}/${namespace}`, 100)}</bdi>
      </td>
      <td data-label="Revision">
        {revision === undefined ? '' : <Name of={revision} limit={60} />}{' '}
        {commit === undefined ? '' : <code class="muted">{commit.slice(0, 7)}</code>}
      </td>
      <td data-label="Last sync">
        <LastSync one={one} now={now} />
      </td>
    </tr>
  )
}

/** When it succeeded last; that the last one did not is told first. */
function LastSync({ one, now }: { readonly one: ListedApplication; readonly now: number }): JSX.Element {
  const { operation, syncedAt } = one
  if (operation === 'Running') return <>running</>
  const ago = syncedAt === undefined ? undefined : <Ago at={syncedAt} now={now} />
  if (operation !== 'Failed' && operation !== 'Error') return <>{ago ?? 'never'}</>
  return <>failed{ago === undefined ? '' : <>; one succeeded {ago}</>}</>
}

function Nothing({ listed }: { readonly listed: ListedApplications }): JSX.Element {
  if (listed.applications.length > 0) {
    return (
      <p class="note">
        No application is like this. <a href={consolePath}>Show all</a>
      </p>
    )
  }
  return (
    <p class="note">
      {listed.problems.length > 0
        ? 'What the clusters hold could not be read, so nothing is known of any application.'
        : 'No application is known yet. One is listed as soon as Plumbline has looked at it: after a push, or at the next sweep.'}
    </p>
  )
}

function Pages(props: {
  readonly filter: Filter
  readonly page: number
  readonly pages: number
}): JSX.Element {
  const { filter, page, pages } = props
  const link = (to: number) => `${consolePath}?${filterQuery(filter, { page: to })}`
  return (
    <nav class="pages" aria-label="Pages">
      {page > 1 ? (
        <a class="button" rel="prev" href={link(page - 1)}>
          Previous
        </a>
      ) : (
        ''
      )}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a class="button" rel="next" href={link(page + 1)}>
          Next
        </a>
      ) : (
        ''
      )}
    </nav>
  )
}
