import { getOwn } from '../../kube/json.ts'
import type { ApiDocument } from './api-document.ts'
import { isNamespacedKind } from './merge-keys.generated.ts'
import type { MergeSchema } from './merge-rule.ts'

/**
 * The OpenAPI documents of one build. The first `openapi` on the way counts. What has been read before stays, and what
 * is read later stands above it: a document is read when a merge or a kind outside the built-in table first asks, so
 * that one which the root names stands alone, and one which a base names comes on top of what earlier merges have read.
 * Source: kyaml 0.21.1 openapi/openapi.go.
 */
export class ApiSchema {
  #chosen: 'nothing' | 'built-in' | (() => ApiDocument) = 'nothing'
  #isRead = false
  /** `wanted`: a kind outside the table was asked for, which makes it come above the next document. */
  #builtIn: 'unread' | 'wanted' | 'read' = 'unread'
  #layers: MergeSchema = []

  get isChosen(): boolean {
    return this.#chosen !== 'nothing'
  }

  choose(schema: 'built-in' | (() => ApiDocument)): void {
    this.#chosen = schema
    this.#isRead = false
  }

  /** Throws what reading the chosen document throws. */
  get forMerge(): MergeSchema {
    this.#read()
    return this.#layers
  }

  /** Kinds that nothing knows are taken for namespaced. */
  isClusterScoped(apiVersion: string, kind: string): boolean {
    const key = `${apiVersion}/${kind}`
    const isNamespaced = getOwn(isNamespacedKind, key) ?? this.#isNamespacedByDocument(key)
    return isNamespaced === false
  }

  #isNamespacedByDocument(key: string): boolean | undefined {
    if (typeof this.#chosen === 'function') this.#read()
    else if (!this.#isRead && this.#builtIn === 'unread') this.#builtIn = 'wanted'
    for (const layer of this.#layers) {
      if (layer !== 'built-in') return layer.isNamespaced.get(key)
    }
    return undefined
  }

  #read(): void {
    if (this.#isRead) return
    const isCustom = typeof this.#chosen === 'function'
    if (typeof this.#chosen === 'function') this.#layers = [this.#chosen(), ...this.#layers]
    if ((!isCustom && this.#builtIn !== 'read') || this.#builtIn === 'wanted') {
      this.#layers = ['built-in', ...this.#layers]
      this.#builtIn = 'read'
    }
    this.#isRead = true
  }
}
