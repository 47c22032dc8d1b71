import { getOwn, isJsonObject, isList, type Json } from '../../kube/json.ts'
import { fail } from '../render-error.ts'
import { previousIds, type Resource, textOf, wasKind } from './resource.ts'
import { clusterScope, formatId, type Gvk } from './resource-id.ts'

export interface Lookup {
  /**
   * The object that a name stands for now; undefined leaves the field alone. `namespace` is what is written beside
   * the name in a map that holds both.
   */
  find(name: string, beside?: { readonly namespace: string | undefined }): Resource | undefined
}

/** Objects that were renamed or moved, by a name they had and the namespace they are in now. */
export class ReferralIndex {
  readonly #positions = new Map<Resource, number>()
  readonly #byName = new Map<string, Map<string, Resource[]>>()

  constructor(resources: readonly Resource[]) {
    for (const [position, resource] of resources.entries()) {
      this.#positions.set(resource, position)
      for (const name of new Set(resource.previous.map((previous) => previous.name))) {
        const scopes = this.#byName.get(name) ?? new Map<string, Resource[]>()
        this.#byName.set(name, scopes)
        const present = scopes.get(resource.id.scope)
        if (present) present.push(resource)
        else scopes.set(resource.id.scope, [resource])
      }
    }
  }

  /** References of one object to objects of one kind. */
  lookup(referrer: Resource, target: Partial<Gvk>, isRoleRef: boolean): Lookup {
    const roleRef = isRoleRef ? roleRefOf(referrer) : undefined
    return {
      find: (name, beside) => {
        const named = this.#reachable(referrer, name)
        const near = beside?.namespace === undefined ? named : inNamespace(named, beside.namespace)
        const candidates = near.filter(
          (candidate) =>
            wasKind(target, candidate) &&
            (roleRef === undefined || wasKind(roleRef, candidate)) &&
            isSeenFrom(referrer, candidate),
        )
        return choose(referrer, candidates, beside !== undefined)
      },
    }
  }

  /** In the order of the build. A cluster-scoped object may refer to everything. */
  #reachable(referrer: Resource, name: string): readonly Resource[] {
    const scopes = this.#byName.get(name)
    if (scopes === undefined) return []
    const [only] = scopes
    if (scopes.size === 1 && only?.[0] === referrer.id.scope) return only[1]
    const isClusterScoped = referrer.id.scope === clusterScope
    const wanted = new Set([clusterScope, referrer.id.scope, ...accountNamespaces(referrer)])
    const lists = isClusterScoped ? [...scopes.values()] : [...wanted].map((scope) => scopes.get(scope) ?? [])
    const position = (resource: Resource): number => this.#positions.get(resource) ?? 0
    return lists.flat().sort((a, b) => position(a) - position(b))
  }
}

/** Those that were in the namespace at first, or, without any, those that are in it now. */
function inNamespace(candidates: readonly Resource[], namespace: string): readonly Resource[] {
  const namespaced = candidates.filter((candidate) => candidate.id.scope !== clusterScope)
  const original = namespaced.filter((candidate) => previousIds(candidate)[0]?.scope === namespace)
  return original.length > 0 ? original : namespaced.filter((candidate) => candidate.id.scope === namespace)
}

/** A binding reaches the service accounts that it names in other namespaces. */
function isSeenFrom(referrer: Resource, candidate: Resource): boolean {
  return (
    referrer.id.scope === clusterScope ||
    candidate.id.scope === clusterScope ||
    candidate.id.kind === 'ServiceAccount' ||
    candidate.id.scope === referrer.id.scope
  )
}

function choose(referrer: Resource, candidates: readonly Resource[], isMap: boolean): Resource | undefined {
  if (candidates.length === 1) return candidates[0]
  const near = candidates.filter((candidate) => hasSameAffixes(referrer, candidate, true))
  const nearest =
    near.length > 1 ? near.filter((candidate) => hasSameAffixes(referrer, candidate, false)) : near
  const [first, ...others] = nearest
  if (first === undefined) return undefined
  const isAmbiguous = others.some(
    (other) => other.id.name !== first.id.name || (isMap && other.id.namespace !== first.id.namespace),
  )
  if (!isAmbiguous) return first
  const ids = nearest.map((candidate) => formatId(candidate.id)).join(', ')
  const what = `found multiple possible referrals: ${ids}; give them names that differ`
  fail({ file: referrer.origin.path, line: referrer.origin.line }, what)
}

function hasSameAffixes(a: Resource, b: Resource, emptyFitsAll: boolean): boolean {
  return (
    haveSameEnding(a.prefixes, b.prefixes, emptyFitsAll) &&
    haveSameEnding(a.suffixes, b.suffixes, emptyFitsAll)
  )
}

/** The shorter of the lists ends the longer one. */
function haveSameEnding(a: readonly string[], b: readonly string[], emptyFitsAll: boolean): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  if (shorter.length === 0) return emptyFitsAll || longer.length === 0
  return shorter.every((affix, index) => affix === longer[longer.length - shorter.length + index])
}

function accountNamespaces(referrer: Resource): readonly string[] {
  const subjects = referrer.id.kind === 'RoleBinding' ? getOwn(referrer.object, 'subjects') : undefined
  if (!isList(subjects)) return []
  return subjects.flatMap((subject: Json) =>
    isJsonObject(subject) && getOwn(subject, 'kind') === 'ServiceAccount'
      ? [textOf(getOwn(subject, 'namespace'))]
      : [],
  )
}

function roleRefOf(referrer: Resource): Partial<Gvk> | undefined {
  const roleRef = getOwn(referrer.object, 'roleRef')
  if (!isJsonObject(roleRef)) return undefined
  const group = getOwn(roleRef, 'apiGroup')
  const kind = getOwn(roleRef, 'kind')
  return group === undefined || kind === undefined ? undefined : { group: textOf(group), kind: textOf(kind) }
}
