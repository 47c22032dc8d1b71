import { builtinSchemas } from '../../../kube/builtin-schema.ts'
import type { JsonObject } from '../../../kube/json.ts'
import { anySchema } from '../../../kube/schema.ts'
import { customCodec, customKinds, validateCustom, validateCustomStatus } from '../custom/custom-kind.ts'
import type { CustomKind } from '../custom/custom-kind-type.ts'
import { builtInDefaults } from '../defaults/built-in-defaults.ts'
import type { FieldError } from '../field-error.ts'
import { builtInDocuments, customDocuments, type OpenApiDocuments } from '../open-api.ts'
import { decode } from '../types/decode.ts'
import { type GoTypes, readGoTypes } from '../types/go-type.ts'
import { type BuiltInKind, builtInKinds } from './built-in-kinds.ts'
import type { Codec } from './codec.ts'
import { groupVersionOf, type ResourceKind, tableOf } from './resource-kind.ts'

/** A kind that is served, with what is needed to read its objects. */
export interface ServedKind extends ResourceKind {
  readonly codec: Codec
  /** Set for kinds that a CRD declares. */
  readonly custom: CustomKind | undefined
}

/** The built-in kinds, read from their tables: the same for every server, and worth sharing between many. */
export interface BuiltIns {
  readonly types: GoTypes
  readonly kinds: readonly ServedKind[]
  /** Made when first asked for. */
  openApi(): OpenApiDocuments
}

export function readBuiltIns(): BuiltIns {
  const types = readGoTypes()
  const defaults = builtInDefaults()
  const schemas = builtinSchemas()
  const kinds = builtInKinds().map((kind) => {
    const change = defaults.get(tableOf(kind)) ?? ((object) => object)
    const schema = schemas.schemaOf(kind.group, kind.version, kind.kind) ?? anySchema
    return { ...kind, custom: undefined, codec: builtInCodec(kind, types, change, schema) }
  })
  let documents: OpenApiDocuments | undefined
  const openApi = () => {
    documents ??= builtInDocuments(kinds)
    return documents
  }
  return { types, kinds, openApi }
}

/** All kinds that are served: the built-in ones, and those of the established CRDs. */
export class KindRegistry {
  readonly types: GoTypes
  readonly #builtIn: readonly ServedKind[]
  #custom: readonly { readonly definition: JsonObject; readonly kinds: readonly ServedKind[] }[] = []
  #byPath: ReadonlyMap<string, ServedKind>
  readonly #openApi: () => OpenApiDocuments

  constructor(builtIns: BuiltIns) {
    this.types = builtIns.types
    this.#builtIn = builtIns.kinds
    this.#openApi = () => builtIns.openApi()
    this.#byPath = pathsOf(this.all)
  }

  get all(): readonly ServedKind[] {
    return [...this.#builtIn, ...this.#custom.flatMap(({ kinds }) => kinds)]
  }

  get openApi(): OpenApiDocuments {
    const custom = this.#custom.flatMap(({ kinds }) => kinds.flatMap((kind) => kind.custom ?? []))
    return new Map([...this.#openApi(), ...customDocuments(custom)])
  }

  find(group: string, version: string, resource: string): ServedKind | undefined {
    return this.#byPath.get(`${group}/${version}/${resource}`)
  }

  /** Any served version of the kind of a table. */
  ofTable(table: string): ServedKind | undefined {
    return this.all.find((kind) => tableOf(kind) === table)
  }

  ofKind(apiVersion: string, kind: string): ServedKind | undefined {
    return this.all.find((one) => one.kind === kind && groupVersionOf(one) === apiVersion)
  }

  isGroup(group: string): boolean {
    return this.all.some((kind) => kind.group === group)
  }

  /** Serves exactly the kinds of these CRDs, besides the built-in ones. */
  serveCustom(definitions: readonly JsonObject[]): void {
    const known = new Map(this.#custom.map((entry) => [entry.definition, entry]))
    const isSame =
      definitions.length === this.#custom.length && definitions.every((definition) => known.has(definition))
    if (isSame) return
    this.#custom = definitions.map(
      (definition) => known.get(definition) ?? { definition, kinds: this.#customOf(definition) },
    )
    this.#byPath = pathsOf(this.all)
  }

  #customOf(definition: JsonObject): readonly ServedKind[] {
    return customKinds(definition).map((custom) => ({
      ...custom,
      custom,
      codec: customCodec(custom, this.types),
    }))
  }
}

function pathsOf(kinds: readonly ServedKind[]): ReadonlyMap<string, ServedKind> {
  return new Map(kinds.map((kind) => [`${kind.group}/${kind.version}/${kind.resource}`, kind]))
}

function builtInCodec(
  kind: BuiltInKind,
  types: GoTypes,
  defaults: (object: JsonObject) => JsonObject,
  schema: Codec['schema'],
): Codec {
  const typeMeta = { kind: kind.kind, apiVersion: groupVersionOf(kind) }
  return {
    read: (object) => {
      const { value, unknown } = decode(types, kind.goType, object)
      return { object: defaults({ ...value, ...typeMeta }), unknown }
    },
    empty: { ...decode(types, kind.goType, {}).value, ...typeMeta },
    schema,
  }
}

export function validateByCrd(
  { custom }: ServedKind,
  object: JsonObject,
  subresource: string,
): readonly FieldError[] {
  if (custom === undefined) return []
  return subresource === 'status' ? validateCustomStatus(custom, object) : validateCustom(custom, object)
}
