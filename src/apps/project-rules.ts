/** Patterns as written; one with `!` before it refuses. Reference: argocd section 12. */
export interface ProjectRules {
  /** An empty list permits nothing, as that of the destinations. */
  readonly sourceRepos: readonly string[]
  readonly destinations: readonly ProjectDestination[]
  readonly clusterKinds: KindLists
  readonly namespacedKinds: KindLists
}

/** A cluster by server or by name, and a namespace of it; a part that is not written matches nothing that is. */
export interface ProjectDestination {
  readonly server: string
  readonly name: string
  readonly namespace: string
}

export interface KindLists {
  /** Absent: every kind. */
  readonly permitted?: readonly KindPattern[]
  readonly refused: readonly KindPattern[]
}

/** `*` and `?` stand for anything; without a name every name is meant. */
export interface KindPattern {
  readonly group: string
  readonly kind: string
  readonly name?: string
}

/** A declared project with the names that the destination cluster goes by. */
export interface Governance {
  readonly rules: ProjectRules
  readonly clusters: readonly ClusterNames[]
}

/** A server's URL without a slash at its end, a name, or both. */
export interface ClusterNames {
  readonly server?: string
  readonly name?: string
}
