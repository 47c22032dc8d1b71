import type { LiveObject } from '../kube/manifest.ts'
import { formatKey, keyOf } from '../kube/object-key.ts'
import type { Explanation } from '../report/explanation.ts'
import type { ReportProblem } from '../report/report.ts'
import { present } from '../settings/present.ts'
import { type OperationRecord, readOperation } from '../sync/operation-record.ts'
import { recordPlace } from '../sync/record-store.ts'
import { readDescendants } from './descendants.ts'
import { explain } from './explain.ts'
import { type ListedApplication, listApplications } from './list-applications.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import type { RunRecord } from './run-store.ts'

/** All that can be shown of one application. It holds no secret. */
export interface ApplicationView {
  readonly name: string
  /** As its last call left it; absent before the first. */
  readonly status?: ListedApplication
  /** The last operation, with the plan it began with. */
  readonly operation?: OperationRecord
  /** As far as the run store remembers, newest first. */
  readonly runs: readonly RunRecord[]
  /** Ids of the deliveries among them that have a trace. */
  readonly deliveries: ReadonlySet<string>
  /** How it stands now, by a look at Git and the cluster; absent where nobody asked for one, or none could be had. */
  readonly now?: { readonly explanation: Explanation; readonly live: Family }
  readonly problems: readonly ReportProblem[]
}

/** Live objects by formatted key: those of the kinds that an application declares, and what descends from its own. */
export interface Family {
  readonly objects: ReadonlyMap<string, LiveObject>
  /** Kinds that could not be listed. */
  readonly unreadable: readonly string[]
}

/** The clusters' records alone: no request to Git, and none for an object of the application. */
export async function recallApplication(ports: Ports, name: string): Promise<ApplicationView> {
  const { applications, problems } = await listApplications(ports)
  const status = applications.find(({ application }) => application === name)
  const runs = await ports.runs.runs(name)
  const known = { name, runs, deliveries: await tracedOf(ports, runs) }
  if (status === undefined) return { ...known, problems }
  const { operation, problem } = await operationOf(ports, status)
  const all = problem === undefined ? problems : [...problems, problem]
  return { ...known, status, problems: all, ...present({ operation }) }
}

/** The same, and a look at Git and the cluster. Where that fails, the problems say why. */
export async function viewApplication(ports: Ports, recalled: ApplicationView): Promise<ApplicationView> {
  const { name, problems } = recalled
  try {
    const explained = await explain(ports, name)
    if (explained.kind === 'unknown') return { ...recalled, problems: [...problems, ...explained.problems] }
    const { explanation, live } = explained
    return { ...recalled, now: { explanation, live: await familyOf(ports, explanation, live) } }
  } catch (error) {
    return { ...recalled, problems: [...problems, problemOf(error)] }
  }
}

async function tracedOf(ports: Ports, runs: readonly RunRecord[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(runs.map(({ deliveryId }) => deliveryId))]
  const traces = await Promise.all(ids.map((id) => ports.runs.trace(id)))
  return new Set(traces.flatMap((trace) => trace?.deliveryId ?? []))
}

async function operationOf(
  ports: Ports,
  { cluster, application }: ListedApplication,
): Promise<{ readonly operation?: OperationRecord; readonly problem?: ReportProblem }> {
  try {
    const place = recordPlace(ports.cluster(cluster), ports.settings.installation, application)
    return present({ operation: await readOperation(place) })
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

async function familyOf(
  ports: Ports,
  { report }: Explanation,
  live: ReadonlyMap<string, LiveObject>,
): Promise<Family> {
  const own = (report.comparison?.objects ?? []).flatMap(({ key }) => live.get(formatKey(key)) ?? [])
  const { objects, unreadable } = await readDescendants(ports.cluster(report.cluster), own)
  return {
    objects: new Map([...live, ...objects.map((one) => [formatKey(keyOf(one)), one] as const)]),
    unreadable,
  }
}
