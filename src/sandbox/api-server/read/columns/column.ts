import type { Json, JsonObject } from '../../../../kube/json.ts'
import { objectAt, objectsAt, textAt } from '../../object.ts'
import { labelTerms } from '../../selector-text.ts'
import { humanDuration } from '../human-duration.ts'

/** One column of a Table: what `kubectl get` prints. */
export interface Column {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format: '' | 'name'
  /** 1 is shown by `-o wide` alone. */
  readonly priority: 0 | 1
  /** `now` is in milliseconds since 1970. */
  readonly cell: (object: JsonObject, now: number) => Json
}

type Cell = Column['cell']

export const none = '<none>'

export function text(name: string, cell: Cell): Column {
  return { name, type: 'string', format: '', priority: 0, cell }
}

export function integer(name: string, cell: Cell): Column {
  return { ...text(name, cell), type: 'integer' }
}

export function wide(column: Column): Column {
  return { ...column, priority: 1 }
}

export const nameColumn: Column = {
  ...text('Name', (object) => textAt(object, 'metadata', 'name')),
  format: 'name',
}

const created = (object: JsonObject): string => textAt(object, 'metadata', 'creationTimestamp')

export const ageColumn: Column = text('Age', (object, now) => ageOf(created(object), now))

/** Of kinds that have no columns of their own. */
export const createdColumn: Column = {
  ...text('Created At', created),
  type: 'date',
}

/** How long ago a time was; `<invalid>` for what is no time. */
export function ageOf(time: string, now: number): string {
  const since = Date.parse(time)
  return Number.isNaN(since) ? '<invalid>' : humanDuration(now - since)
}

/** `a=b,c=d`, sorted. */
export function labelsText(labels: JsonObject): string {
  return labelTerms(labels).join(',') || none
}

/** What the containers of a pod template are called and run, for `-o wide`. */
export function containerColumns(...toPodSpec: readonly string[]): readonly Column[] {
  const listed = (key: string) => (object: JsonObject) =>
    objectsAt(objectAt(object, ...toPodSpec), 'containers')
      .map((container) => textAt(container, key))
      .join(',')
  return [wide(text('Containers', listed('name'))), wide(text('Images', listed('image')))]
}
