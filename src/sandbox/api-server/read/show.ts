import type { JsonObject } from '../../../kube/json.ts'
import { type Answer, jsonAnswer, textAnswer } from '../answer.ts'
import { inVersion } from '../kernel.ts'
import type { ServedKind } from '../kinds/registry.ts'
import { groupVersionOf } from '../kinds/resource-kind.ts'
import { type KubeObject, withKeys } from '../object.ts'
import { Refusal } from '../refusal.ts'
import type { Page } from './list.ts'

/** How an answer is to be shown. */
export type View = 'whole' | 'metadata'

const available =
  'application/json, application/yaml, application/vnd.kubernetes.protobuf, application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch'

/** The first way that the client accepts and this server speaks: JSON, whole or metadata only. */
export function readAccept(accept: string | null): View {
  const types = (accept ?? '*/*').split(',').map((type) => type.trim())
  for (const type of types) {
    const [name = '', ...parameters] = type.split(';').map((part) => part.trim())
    if (!['application/json', 'application/*', '*/*', ''].includes(name)) continue
    const as = parameters.find((parameter) => parameter.startsWith('as='))?.slice(3)
    if (as === undefined) return 'whole'
    if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') return 'metadata'
  }
  const message = `406: Not Acceptable\n\nAvailable representations: ${available}`
  throw new Refusal(406, message, { reason: 'NotAcceptable', details: {} })
}

/** Prints objects once: stored objects never change, and lists of many are asked for again and again. */
export class Printer {
  readonly #items: WeakMap<KubeObject, string> = new WeakMap()

  object(code: number, object: JsonObject, view: View, warnings: readonly string[] = []): Answer {
    const shown = view === 'metadata' && object.kind !== 'Status' ? metadataOnly(object) : object
    return jsonAnswer(code, shown, warnings)
  }

  list(kind: ServedKind, page: Page, view: View): Answer {
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

  #item(kind: ServedKind, object: KubeObject, view: View): string {
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

function metadataOnly(object: JsonObject): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata ?? {} }
}
