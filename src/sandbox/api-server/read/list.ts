import type { JsonObject } from '../../../kube/json.ts'
import { type ContinueToken, formatContinueToken, parseContinueToken } from '../continue-token.ts'
import { type FieldError, forbiddenField, invalidOptions, unsupported } from '../field-error.ts'
import { tableOf } from '../kinds/resource-kind.ts'
import { textAt } from '../object.ts'
import { badRequest, expired } from '../refusal.ts'
import { parseSelector, type Selector } from '../selector.ts'
import type { Entry, Store } from '../store.ts'

export interface ListQuery {
  readonly kind: { readonly group: string; readonly resource: string }
  /** Absent for all namespaces. */
  readonly namespace: string | undefined
  readonly parameters: URLSearchParams
}

export interface Page {
  readonly entries: readonly Entry[]
  readonly metadata: JsonObject
}

const tooOld =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.'

/**
 * One page of a list, as the objects were when its first page was read.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
export function listPage(store: Store, query: ListQuery): Page {
  const { parameters } = query
  assertMatch(parameters)
  const limit = parameters.get('resourceVersion') === '0' ? 0 : readLimit(parameters.get('limit'))
  const isChosen = chosenBy(parameters)
  const token = parameters.get('continue')
  const from = token === null || token === '' ? undefined : parseContinueToken(token)
  const { revision, entries } = from === undefined ? current(store, query) : continued(store, query, from)
  if (from === undefined) checkRevision(parameters, revision)
  const chosen = isChosen === undefined ? entries : entries.filter(isChosen)
  if (limit === 0 || chosen.length <= limit) {
    return { entries: chosen, metadata: { resourceVersion: String(revision) } }
  }
  const page = chosen.slice(0, limit)
  store.snapshot(tableOf(query.kind))
  const start = `${relativeKey(page.at(-1)?.key ?? '', query.namespace)}\0`
  const remaining = isChosen === undefined ? { remainingItemCount: chosen.length - limit } : {}
  const metadata = {
    resourceVersion: String(revision),
    continue: formatContinueToken({ revision, start }),
    ...remaining,
  }
  return { entries: page, metadata }
}

interface Found {
  readonly revision: number
  readonly entries: readonly Entry[]
}

function current(store: Store, { kind, namespace }: ListQuery): Found {
  return { revision: store.revision, entries: store.entries(tableOf(kind), namespace) }
}

function continued(store: Store, query: ListQuery, { revision, start }: ContinueToken): Found {
  const { kind, namespace } = query
  const isFollowing = ({ key }: Entry) => relativeKey(key, namespace) >= start
  if (revision === undefined) {
    const now = current(store, query)
    return { revision: now.revision, entries: now.entries.filter(isFollowing) }
  }
  const snapshot = store.snapshotAt(tableOf(kind), revision)
  if (snapshot === undefined) throw expired(tooOld, formatContinueToken({ revision: undefined, start }))
  const within = ({ key }: Entry) => namespace === undefined || key.startsWith(`${namespace}/`)
  return { revision, entries: snapshot.entries.filter((entry) => within(entry) && isFollowing(entry)) }
}

function relativeKey(key: string, namespace: string | undefined): string {
  return namespace === undefined ? key : key.slice(namespace.length + 1)
}

function readLimit(text: string | null): number {
  if (text === null || text === '') return 0
  if (!/^-?\d+$/.test(text))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`)
  return Math.max(0, Number(text))
}

/** Source: k8s.io/apimachinery pkg/apis/meta/internalversion/validation ValidateListOptions. */
function assertMatch(parameters: URLSearchParams): void {
  const match = parameters.get('resourceVersionMatch') ?? ''
  const revision = parameters.get('resourceVersion') ?? ''
  if (match === '') return
  const refuse = (error: FieldError) => invalidOptions('ListOptions', error)
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    throw refuse(unsupported('resourceVersionMatch', match, ['Exact', 'NotOlderThan', '']))
  }
  if (revision === '') {
    const why = 'resourceVersionMatch is forbidden unless resourceVersion is provided'
    throw refuse(forbiddenField('resourceVersionMatch', why))
  }
  if (match === 'Exact' && revision === '0') {
    const why = 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'
    throw refuse(forbiddenField('resourceVersionMatch', why))
  }
}

/** A list of an old state is refused: only the states of unfinished lists are kept. */
function checkRevision(parameters: URLSearchParams, revision: number): void {
  const asked = parameters.get('resourceVersion') ?? ''
  if (asked === '') return
  if (!/^\d+$/.test(asked)) {
    const why = `strconv.ParseUint: parsing ${JSON.stringify(asked)}: invalid syntax`
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(asked)}: ${why}`,
    )
  }
  if (parameters.get('resourceVersionMatch') === 'Exact' && Number(asked) !== revision) {
    throw expired('The resourceVersion for the provided list is too old.')
  }
}

function chosenBy(parameters: URLSearchParams): ((entry: Entry) => boolean) | undefined {
  const labels = parameters.get('labelSelector') ?? ''
  const fields = parameters.get('fieldSelector') ?? ''
  if (labels === '' && fields === '') return undefined
  const byLabel: Selector = parseSelector(labels)
  const byField = parseFieldSelector(fields)
  return ({ object }) => byLabel(object.metadata.labels ?? {}) && byField(object)
}

/** Names and namespaces are the fields of every kind. */
function parseFieldSelector(text: string): (object: JsonObject) => boolean {
  const terms = text.split(',').filter((term) => term !== '')
  const tests = terms.map((term) => {
    const [, field = '', operator, value] = /^([^=!]*)(!=|==?)(.*)$/.exec(term) ?? []
    if (!['metadata.name', 'metadata.namespace'].includes(field)) {
      throw badRequest(`field label not supported: ${field}`)
    }
    return (object: JsonObject) => (textAt(object, ...field.split('.')) === value) === (operator !== '!=')
  })
  return (object) => tests.every((test) => test(object))
}
