import type { JsonObject } from '../../../../kube/json.ts'
import { listAt, numberAt, objectAt, objectsAt, textAt, valueAt } from '../../object.ts'
import { selectorText } from '../../selector-text.ts'
import { humanDuration } from '../human-duration.ts'
import {
  ageColumn,
  ageOf,
  type Column,
  containerColumns,
  integer,
  labelsText,
  nameColumn,
  none,
  text,
  wide,
} from './column.ts'

const count =
  (...path: readonly string[]) =>
  (object: JsonObject) =>
    numberAt(object, ...path) ?? 0

const readyOfWanted = text(
  'Ready',
  (object) => `${count('status', 'readyReplicas')(object)}/${count('spec', 'replicas')(object)}`,
)

const selector = (...path: readonly string[]): Column =>
  wide(text('Selector', (object) => selectorText(objectAt(object, ...path)) || none))

const templateColumns = [...containerColumns('spec', 'template', 'spec'), selector('spec', 'selector')]

/** Seen on kube-apiserver 1.36. */
export const workloadColumns: { readonly [table: string]: readonly Column[] } = {
  'apps/deployments': [
    nameColumn,
    readyOfWanted,
    text('Up-to-date', count('status', 'updatedReplicas')),
    text('Available', count('status', 'availableReplicas')),
    ageColumn,
    ...templateColumns,
  ],
  'apps/replicasets': [
    nameColumn,
    integer('Desired', count('spec', 'replicas')),
    integer('Current', count('status', 'replicas')),
    integer('Ready', count('status', 'readyReplicas')),
    ageColumn,
    ...templateColumns,
  ],
  'apps/statefulsets': [
    nameColumn,
    readyOfWanted,
    ageColumn,
    ...containerColumns('spec', 'template', 'spec'),
  ],
  'apps/daemonsets': [
    nameColumn,
    integer('Desired', count('status', 'desiredNumberScheduled')),
    integer('Current', count('status', 'currentNumberScheduled')),
    integer('Ready', count('status', 'numberReady')),
    integer('Up-to-date', count('status', 'updatedNumberScheduled')),
    integer('Available', count('status', 'numberAvailable')),
    text('Node Selector', (set) => labelsText(objectAt(set, 'spec', 'template', 'spec', 'nodeSelector'))),
    ageColumn,
    ...templateColumns,
  ],
  'batch/jobs': [
    nameColumn,
    text('Status', jobStatus),
    text('Completions', completions),
    text('Duration', jobDuration),
    ageColumn,
    ...templateColumns,
  ],
  'batch/cronjobs': [
    nameColumn,
    text('Schedule', (job) => textAt(job, 'spec', 'schedule')),
    text('Timezone', (job) => textAt(job, 'spec', 'timeZone') || none),
    {
      ...text('Suspend', (job) => (valueAt(job, 'spec', 'suspend') === true ? 'True' : 'False')),
      type: 'boolean',
    },
    integer('Active', (job) => listAt(job, 'status', 'active').length),
    text('Last Schedule', (job, now) => {
      const last = textAt(job, 'status', 'lastScheduleTime')
      return last === '' ? none : ageOf(last, now)
    }),
    ageColumn,
    ...containerColumns('spec', 'jobTemplate', 'spec', 'template', 'spec'),
    selector('spec', 'jobTemplate', 'spec', 'selector'),
  ],
}

function jobStatus(job: JsonObject): string {
  const holds = (type: string) =>
    objectsAt(job, 'status', 'conditions').some((one) => one.type === type && one.status === 'True')
  if (holds('Complete')) return 'Complete'
  if (holds('Failed')) return 'Failed'
  if (valueAt(job, 'metadata', 'deletionTimestamp') !== undefined) return 'Terminating'
  const later = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(holds)
  return later ?? 'Running'
}

function completions(job: JsonObject): string {
  const succeeded = count('status', 'succeeded')(job)
  const wanted = numberAt(job, 'spec', 'completions')
  if (wanted !== undefined) return `${succeeded}/${wanted}`
  const parallelism = count('spec', 'parallelism')(job)
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`
}

function jobDuration(job: JsonObject, now: number): string {
  const started = textAt(job, 'status', 'startTime')
  if (started === '') return ''
  const ended = textAt(job, 'status', 'completionTime')
  return humanDuration((ended === '' ? now : Date.parse(ended)) - Date.parse(started))
}
