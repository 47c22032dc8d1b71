import type { Ports } from '../engine/ports.ts'
import { type ApplicationView, recallApplication, viewApplication } from '../engine/view-application.ts'
import { viewCommit } from '../engine/view-commit.ts'
import { type Commit, isCommitSha } from '../git/commit.ts'
import { applicationPath, commitPath, runPath } from '../report/console-address.ts'
import { ApplicationPage } from './pages/application-page.tsx'
import { CommitPage } from './pages/commit-page.tsx'
import { DeliveriesPage } from './pages/deliveries-page.tsx'
import { DeliveryPage } from './pages/delivery-page.tsx'
import type { Shell } from './pages/page.tsx'
import { PlanPage } from './pages/plan-page.tsx'
import { RunPage } from './pages/run-page.tsx'
import { StoredRunPage } from './pages/stored-run-page.tsx'
import { pageResponse, redirect } from './respond.ts'
import { phaseOf, type Run, runOn, runsOf } from './runs.ts'

/** Answers a path with a page; undefined where nothing is known of what it names. */
export interface Asked {
  readonly ports: Ports
  readonly shell: Shell
  /** Whether a page of a running sync asks for itself again. */
  readonly mayRefresh: boolean
}

const refreshSeconds = 5

/** Whatever is longer is the name of nothing. */
const longestName = 253

export async function showApplication(
  { ports, shell, mayRefresh }: Asked,
  name: string,
): Promise<Response | undefined> {
  if (name.length > longestName) return undefined
  const recalled = await recallApplication(ports, name)
  const isRunning = recalled.operation?.operation.phase === 'Running'
  const isLive = isRunning && mayRefresh
  const view = isLive ? recalled : await viewApplication(ports, recalled)
  if (
    view.status === undefined &&
    view.now === undefined &&
    view.runs.length === 0 &&
    view.problems.length === 0
  ) {
    return undefined
  }
  const page = <ApplicationPage shell={shell} view={view} isLive={isLive} />
  return pageResponse(
    page,
    isLive ? { refresh: { seconds: refreshSeconds, path: applicationPath(name) } } : {},
  )
}

export async function showRun(asked: Asked, name: string, id: string): Promise<Response | undefined> {
  if (name.length > longestName) return undefined
  const recalled = await recallApplication(asked.ports, name)
  const { runs, operation } = recalled
  const run = runsOf(runs).find((one) => one.id === id)
  if (run !== undefined) return runResponse(asked, run, recalled, runPath(name, id))
  if (operation?.operation.id !== id) return undefined
  return pageResponse(<StoredRunPage shell={asked.shell} stored={operation} />)
}

function runResponse(
  { shell, mayRefresh }: Asked,
  run: Run,
  { operation, deliveries }: ApplicationView,
  path: string,
): Promise<Response> {
  const phase = phaseOf(run, operation)
  if (operation?.operation.id === run.id && phase !== run.last.report.outcome?.phase)
    return pageResponse(<StoredRunPage shell={shell} stored={operation} isRemembered />)
  const isLive = mayRefresh && phase === 'Running'
  const page = <RunPage shell={shell} run={run} stored={operation} deliveries={deliveries} isLive={isLive} />
  return pageResponse(page, isLive ? { refresh: { seconds: refreshSeconds, path } } : {})
}

export async function showCommit({ ports, shell }: Asked, commit: Commit): Promise<Response | undefined> {
  const view = await viewCommit(ports, commit)
  const isKnown = view.applications.length + view.previews.length + view.problems.length > 0
  return isKnown ? pageResponse(<CommitPage shell={shell} view={view} />) : undefined
}

/** Behind the status of one application on a commit. Where its run is forgotten, how it stands is told instead. */
export async function showOnCommit(
  asked: Asked,
  commit: Commit,
  name: string,
): Promise<Response | undefined> {
  if (name.length > longestName) return undefined
  const recalled = await recallApplication(asked.ports, name)
  const run = runOn(runsOf(recalled.runs), commit.sha)
  if (run !== undefined) return runResponse(asked, run, recalled, commitPath(commit, name))
  return recalled.status === undefined ? undefined : redirect(applicationPath(name))
}

export async function showPlan(
  { ports, shell }: Asked,
  commit: Commit,
  name: string,
): Promise<Response | undefined> {
  const previews = await ports.runs.previews(commit)
  const planned = previews.flatMap((preview) =>
    preview.applications.filter((one) => one.name === name).map((one) => ({ preview, one })),
  )
  return planned.length === 0
    ? undefined
    : pageResponse(<PlanPage shell={shell} planned={planned} name={name} />)
}

export async function showDeliveries({ ports, shell }: Asked): Promise<Response> {
  return pageResponse(<DeliveriesPage shell={shell} traces={await ports.runs.traces()} />)
}

export async function showDelivery({ ports, shell }: Asked, id: string): Promise<Response | undefined> {
  const trace = id.length > longestName ? undefined : await ports.runs.trace(id)
  return trace && pageResponse(<DeliveryPage shell={shell} trace={trace} />)
}

/** Undefined where the parts of a path name no commit. */
export function commitOf(host: string, owner: string, name: string, sha: string): Commit | undefined {
  const isShort = [host, owner, name].every((part) => part.length <= longestName)
  return isShort && isCommitSha(sha) ? { repository: { host, owner, name }, sha } : undefined
}
