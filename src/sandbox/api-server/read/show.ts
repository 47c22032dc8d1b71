import type { JsonObject } from '../../../kube/json.ts'
import { type Answer, jsonAnswer, textAnswer } from '../answer.ts'
import { inVersion } from '../kernel.ts'
import { groupVersionOf } from '../kinds/resource-kind.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { type KubeObject, textAt, withKeys } from '../object.ts'
import { Refusal } from '../refusal.ts'
import type { Page } from './list.ts'
import { metadataOnly } from './metadata-only.ts'
import { type TableView, tableBody } from './table.ts'

/** How an answer is to be shown. */
export type View = 'whole' | 'metadata' | TableView

const available =
  'application/json, application/yaml, application/vnd.kubernetes.protobuf, application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch'

/** The first way that the client accepts and this server speaks: JSON, whole, metadata only, or as the table. */
export function readAccept(accept: string | null, table: () => TableView | undefined): View {
  const types = (accept ?? '*/*').split(',').map((type) => type.trim())
  for (const type of types) {
    const [name = '', ...parameters] = type.split(';').map((part) => part.trim())
    if (!['application/json', 'application/*', '*/*', ''].includes(name)) continue
    const as = parameters.find((parameter) => parameter.startsWith('as='))?.slice(3)
    if (as === undefined) return 'whole'
    if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') return 'metadata'
    const view = as === 'Table' && parameters.includes('v=v1') ? table() : undefined
    if (view !== undefined) return view
  }
  const message = `406: Not Acceptable\n\nAvailable representations: ${available}`
  throw new Refusal(406, message, { reason: 'NotAcceptable', details: {} })
}

/** Prints objects once: stored objects never change, and lists of many are asked for again and again. */
export class Printer {
  readonly #items: WeakMap<KubeObject, string> = new WeakMap()

  object(code: number, object: JsonObject, view: View, warnings: readonly string[] = []): Answer {
    return jsonAnswer(code, object.kind === 'Status' ? object : shownAs(view, object), warnings)
  }

  list(kind: ServedKind, page: Page, view: View): Answer {
    if (typeof view === 'object') {
      const objects = page.entries.map(({ object }) => inVersion(kind, object))
      return jsonAnswer(200, tableBody(view, objects, page.metadata))
    }
    const items = page.entries.map(({ object }) => this.#item(kind, inVersion(kind, object), view))
    const isMetadata = view === 'metadata'
    const head = {
      kind: isMetadata ? 'PartialObjectMetadataList' : kind.listKind,
      apiVersion: isMetadata ? 'meta.k8s.io/v1' : groupVersionOf(kind),
      metadata: isMetadata || kind.custom === undefined ? page.metadata : { continue: '', ...page.metadata },
    }
    return textAnswer(
      200,
      'application/json',
      `${JSON.stringify(head).slice(0, -1)},"items":[${items.join(',')}]}`,
    )
  }

  #item(kind: ServedKind, object: KubeObject, view: 'whole' | 'metadata'): string {
    if (view === 'metadata') return JSON.stringify(metadataOnly(object))
    const known = this.#items.get(object)
    if (known !== undefined) return known
    const shown =
      kind.custom === undefined ? withKeys(object, { kind: undefined, apiVersion: undefined }) : object
    const text = JSON.stringify(shown)
    this.#items.set(object, text)
    return text
  }
}

function shownAs(view: View, object: JsonObject): JsonObject {
  if (view === 'whole') return object
  if (view === 'metadata') return metadataOnly(object)
  return tableBody(view, [object], { resourceVersion: textAt(object, 'metadata', 'resourceVersion') })
}
