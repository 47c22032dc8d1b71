import { type Annotated, annotation } from '../diff/hook-marks.ts'
import { syncWaveAnnotation } from '../kube/annotations.ts'
import { compareKeys, compareText, type GroupKind, type ObjectKey } from '../kube/object-key.ts'
import { kindRank } from './kind-order.ts'
import { type SyncPhase, syncPhases } from './plan.ts'

/** Something to be done to one object in one phase. */
export interface Task {
  readonly key: ObjectKey
  readonly phase: SyncPhase
  readonly wave: number
  /** The kind that the object defines, when it is a CRD. */
  readonly defines?: GroupKind
  /** A hook runs in the phases that it names, also when something needs it earlier. */
  readonly isHook?: boolean
}

export interface TaskWave<T> {
  readonly phase: SyncPhase
  readonly wave: number
  readonly tasks: readonly T[]
}

/**
 * The wave an object names, 0 where it names none: Argo CD's annotation, else Helm's hook weight. What is no integer
 * falls through. Source: argo-cd gitops-engine/pkg/sync/syncwaves/waves.go.
 */
export function waveOf(object: Annotated): number {
  return (
    integer(annotation(object, syncWaveAnnotation)) ?? integer(annotation(object, 'helm.sh/hook-weight')) ?? 0
  )
}

/**
 * Tasks in the order in which they run: phase, wave, kind, name. Then a Namespace, and after that a CRD, is moved in
 * front of the first task that needs it and takes its wave, and its phase unless it is a hook. `destination` is the
 * namespace that stands for an absent one. Source: argo-cd gitops-engine/pkg/sync/sync_tasks.go.
 */
export function orderTasks<T extends Task>(tasks: readonly T[], destination: string): readonly T[] {
  const sorted = tasks.toSorted(compareTasks)
  const withNamespaces = moveForward(sorted, namespaceProvided, (task) => task.key.namespace || destination)
  return moveForward(withNamespaces, kindProvided, (task) => kindName(task.key.group, task.key.kind))
}

/** Ordered tasks, cut where phase or wave changes. */
export function groupWaves<T extends Task>(tasks: readonly T[]): readonly TaskWave<T>[] {
  const starts = tasks.flatMap((task, index) => (isSameWave(tasks[index - 1], task) ? [] : [index]))
  return starts.flatMap((start, index) => {
    const members = tasks.slice(start, starts[index + 1])
    return members.slice(0, 1).map(({ phase, wave }) => ({ phase, wave, tasks: members }))
  })
}

function isSameWave(a: Task | undefined, b: Task): boolean {
  return a?.phase === b.phase && a.wave === b.wave
}

function compareTasks(a: Task, b: Task): number {
  return (
    syncPhases.indexOf(a.phase) - syncPhases.indexOf(b.phase) ||
    a.wave - b.wave ||
    kindRank(a.key.kind) - kindRank(b.key.kind) ||
    compareText(a.key.name, b.key.name) ||
    compareKeys(a.key, b.key)
  )
}

type Provided = (task: Task) => string | undefined

function moveForward<T extends Task>(
  tasks: readonly T[],
  provided: Provided,
  needed: (task: Task) => string,
): readonly T[] {
  const ordered: T[] = []
  for (const task of tasks) {
    const provides = provided(task)
    const at = provides === undefined ? -1 : ordered.findIndex((other) => needs(other, provides, task))
    const first = ordered[at]
    if (first === undefined) ordered.push(task)
    else ordered.splice(at, 0, { ...task, phase: first.phase, wave: first.wave })
  }
  return ordered

  function needs(other: T, provides: string, task: T): boolean {
    const mayMove = task.isHook !== true || task.phase === other.phase
    return mayMove && provided(other) === undefined && needed(other) === provides
  }
}

function namespaceProvided({ key }: Task): string | undefined {
  return key.group === '' && key.kind === 'Namespace' ? key.name : undefined
}

function kindProvided({ defines }: Task): string | undefined {
  return defines && kindName(defines.group, defines.kind)
}

function kindName(group: string, kind: string): string {
  return `${group}/${kind}`
}

function integer(text: string | undefined): number | undefined {
  return text !== undefined && /^[-+]?\d{1,15}$/.test(text) ? Number(text) + 0 : undefined
}
