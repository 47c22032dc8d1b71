import { aggregatedDiscovery } from '../discovery.ts'
import { type Hashed, hashed } from '../hashed.ts'
import { groupVersionOf, tableOf } from './resource-kind.ts'
import type { ServedKind } from './served-kind.ts'

/** Kinds by everything that they are looked up by. */
export interface Catalogue {
  readonly all: readonly ServedKind[]
  /** Each once, in the order of the kinds. */
  readonly tables: readonly string[]
  readonly groups: ReadonlySet<string>
  /** By `group/version/resource`. */
  readonly byPath: ReadonlyMap<string, ServedKind>
  /** The first served version of each. */
  readonly byTable: ReadonlyMap<string, ServedKind>
  /** By `apiVersion/kind`. */
  readonly byKind: ReadonlyMap<string, ServedKind>
  /** The aggregated document of the core group or of all others, where every group can be asked; made when first asked for. */
  discovery(isCore: boolean): Hashed
}

export function catalogueOf(all: readonly ServedKind[]): Catalogue {
  const documents = new Map<boolean, Hashed>()
  return {
    all,
    tables: [...new Set(all.map(tableOf))],
    groups: new Set(all.map(({ group }) => group)),
    byPath: new Map(all.map((kind) => [`${kind.group}/${kind.version}/${kind.resource}`, kind])),
    byTable: new Map(all.toReversed().map((kind) => [tableOf(kind), kind])),
    byKind: new Map(all.toReversed().map((kind) => [`${groupVersionOf(kind)}/${kind.kind}`, kind])),
    discovery: (isCore) => {
      const known = documents.get(isCore)
      if (known !== undefined) return known
      const made = hashed(JSON.stringify(aggregatedDiscovery(all, isCore, new Set())))
      documents.set(isCore, made)
      return made
    },
  }
}
