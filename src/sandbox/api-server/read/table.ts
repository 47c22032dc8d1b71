import { getOwn, type Json, type JsonObject } from '../../../kube/json.ts'
import { tableOf } from '../kinds/resource-kind.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { badRequest } from '../refusal.ts'
import type { Column } from './columns/column.ts'
import { coreColumns } from './columns/core-columns.ts'
import { otherColumns } from './columns/other-columns.ts'
import { workloadColumns } from './columns/workload-columns.ts'
import { metadataOnly } from './metadata-only.ts'

/**
 * Rows for people instead of objects.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
 */
export interface TableView {
  readonly columns: readonly Column[]
  /** What each row holds of its object. */
  readonly include: 'Metadata' | 'Object' | 'None'
  /** Milliseconds since 1970. */
  readonly now: number
}

const columns = { ...coreColumns, ...workloadColumns, ...otherColumns }

/** Undefined for kinds whose columns the sandbox does not know: clients then print what they can. */
export function tableView(kind: ServedKind, query: URLSearchParams, now: number): TableView | undefined {
  const known = kind.custom === undefined ? getOwn(columns, tableOf(kind)) : kind.custom.columns
  return known && { columns: known, include: readInclude(query.get('includeObject') ?? ''), now }
}

function readInclude(text: string): TableView['include'] {
  if (text === '') return 'Metadata'
  if (text === 'Metadata' || text === 'Object' || text === 'None') return text
  const why = `includeObject: Invalid value: ${JSON.stringify(text)}: must be 'Metadata', 'Object', 'None', or empty`
  throw badRequest(`Unable to convert to Table as requested: ${why}`)
}

export function tableBody(view: TableView, objects: readonly JsonObject[], metadata: JsonObject): JsonObject {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: view.columns.map(({ name, type, format, priority }) => ({
      name,
      type,
      format,
      description: '',
      priority,
    })),
    rows: objects.map((object) => ({
      cells: view.columns.map(({ cell }) => cell(object, view.now)),
      object: included(view, object),
    })),
  }
}

function included({ include }: TableView, object: JsonObject): Json {
  if (include === 'None') return null
  return include === 'Object' ? object : metadataOnly(object)
}
