/** One kind that a cluster serves. */
export interface ResourceType {
  readonly group: string
  readonly version: string
  readonly kind: string
  /** The plural, as in URLs. */
  readonly resource: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
}

/**
 * What the server said it serves, preferred versions first. `staleGroups` could not be asked just now: their kinds
 * are unknown, not gone, and nothing of them may be pruned.
 */
export interface Discovery {
  readonly resources: readonly ResourceType[]
  readonly staleGroups: readonly string[]
}

/** The resource of an exact version, or undefined where the server does not serve it. */
export function resourceOf(
  discovery: Discovery,
  group: string,
  version: string,
  kind: string,
): ResourceType | undefined {
  return discovery.resources.find((r) => r.group === group && r.version === version && r.kind === kind)
}

/** The resource in the version that the server prefers. */
export function preferredResource(
  discovery: Discovery,
  group: string,
  kind: string,
): ResourceType | undefined {
  return discovery.resources.find((r) => r.group === group && r.kind === kind)
}
