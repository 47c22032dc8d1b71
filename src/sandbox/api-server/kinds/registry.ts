import { builtinSchemas } from '../../../kube/builtin-schema.ts'
import type { JsonObject } from '../../../kube/json.ts'
import { anySchema } from '../../../kube/schema.ts'
import { customCodec, customKinds, validateCustom, validateCustomStatus } from '../custom/custom-kind.ts'
import { builtInDefaults } from '../defaults/built-in-defaults.ts'
import type { FieldError } from '../field-error.ts'
import type { Hashed } from '../hashed.ts'
import { builtInDocuments, customDocuments, type OpenApiDocuments } from '../open-api.ts'
import { decode } from '../types/decode.ts'
import { type GoTypes, readGoTypes } from '../types/go-type.ts'
import { type BuiltInKind, builtInKinds } from './built-in-kinds.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import type { Codec } from './codec.ts'
import { groupVersionOf, tableOf } from './resource-kind.ts'
import type { ServedKind } from './served-kind.ts'

/** The built-in kinds, read from their tables: the same for every server, and worth sharing between many. */
export interface BuiltIns {
  readonly types: GoTypes
  readonly catalogue: Catalogue
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
  return { types, catalogue: catalogueOf(kinds), openApi }
}

/** All kinds that are served: the built-in ones, and those of the established CRDs. */
export class KindRegistry {
  readonly types: GoTypes
  readonly #builtIns: BuiltIns
  #custom: readonly { readonly definition: JsonObject; readonly kinds: readonly ServedKind[] }[] = []
  #catalogue: Catalogue
  /** Made when first asked for. */
  #openApi: OpenApiDocuments | undefined

  constructor(builtIns: BuiltIns) {
    this.types = builtIns.types
    this.#builtIns = builtIns
    this.#catalogue = builtIns.catalogue
  }

  get all(): readonly ServedKind[] {
    return this.#catalogue.all
  }

  /** Of all that is served, each once. */
  get tables(): readonly string[] {
    return this.#catalogue.tables
  }

  get openApi(): OpenApiDocuments {
    const custom = this.#custom.flatMap(({ kinds }) => kinds.flatMap((kind) => kind.custom ?? []))
    this.#openApi ??= new Map([...this.#builtIns.openApi(), ...customDocuments(custom)])
    return this.#openApi
  }

  discovery(isCore: boolean): Hashed {
    return this.#catalogue.discovery(isCore)
  }

  find(group: string, version: string, resource: string): ServedKind | undefined {
    return this.#catalogue.byPath.get(`${group}/${version}/${resource}`)
  }

  /** Any served version of the kind of a table. */
  ofTable(table: string): ServedKind | undefined {
    return this.#catalogue.byTable.get(table)
  }

  ofKind(apiVersion: string, kind: string): ServedKind | undefined {
    return this.#catalogue.byKind.get(`${apiVersion}/${kind}`)
  }

  isGroup(group: string): boolean {
    return this.#catalogue.groups.has(group)
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
    const kinds = this.#custom.flatMap((entry) => entry.kinds)
    this.#catalogue = catalogueOf([...this.#builtIns.catalogue.all, ...kinds])
    this.#openApi = undefined
  }

  #customOf(definition: JsonObject): readonly ServedKind[] {
    return customKinds(definition).map((custom) => ({
      ...custom,
      custom,
      codec: customCodec(custom, this.types),
    }))
  }
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
