import { builtinTypes } from './builtin-schema.generated.ts'
import { getOwn } from './json.ts'
import { apiVersionOf } from './object-key.ts'
import type { KindSchemas } from './open-api-schema.ts'
import { SchemaTable, type TypeRef } from './schema.ts'

interface BuiltinTypes {
  readonly kinds: { readonly [kind: string]: string }
  readonly types: { readonly [name: string]: TypeRef }
}

/** The schemas of Kubernetes' own kinds. Reading them costs a millisecond or two: keep what is returned. */
export function builtinSchemas(): KindSchemas {
  const { kinds, types }: BuiltinTypes = JSON.parse(builtinTypes)
  const table = new SchemaTable((name) => getOwn(types, name))
  return {
    schemaOf: (group, version, kind) => {
      const name = getOwn(kinds, `${apiVersionOf(group, version)}/${kind}`)
      return name === undefined ? undefined : table.schemaOf(`#${name}`)
    },
  }
}
