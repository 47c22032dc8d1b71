import type { Repository } from '../git/repository.ts'
import type { PathExpression } from '../kube/jq/path-expression.ts'
import type { Origin } from '../kube/manifest.ts'
import type { TrackingLabel } from '../kube/tracking.ts'
import type { Governance } from './project-rules.ts'

/** One deployable unit declared in Git: what to render, where to put it, under which policy. */
export interface Application {
  readonly name: string
  /** The namespace the declaration names, `argocd` when it names none. */
  readonly namespace: string
  readonly project: string
  readonly declaredAt: DeclaredAt
  readonly source: ApplicationSource
  readonly destination: Destination
  readonly syncPolicy: SyncPolicy
  readonly ignoreDifferences: readonly IgnoreRule[]
  /** A field manager whose fields are taken over once, as those of client-side apply are. */
  readonly migratesFrom?: string
  /** From its root's `argocd-cm`; absent where objects are tracked by the annotation alone. */
  readonly trackingLabel?: TrackingLabel
  /** `IncludeMutationWebhook=true` among its compare options: what admission makes of an object is compared, too. */
  readonly includesMutations?: boolean
  /** Argo CD's resources finalizer: its objects go when its declaration goes, and so their dependents. */
  readonly deletesResources: false | 'foreground' | 'background'
  /**
   * `argocd.argoproj.io/manifest-generate-paths`: files, folders or globs from the repository root; a change of
   * nothing among them touches this application not.
   */
  readonly generatePaths?: readonly string[]
  /** The rules of its project; absent where nobody declares the project `default`. */
  readonly governedBy?: Governance
}

export interface DeclaredAt extends Origin {
  readonly repository: Repository
}

export interface ApplicationSource {
  /** As written. */
  readonly repoURL: string
  /** Relative to the repository root, normalised; the root is the empty string. */
  readonly path: string
  /** `HEAD` when not written. */
  readonly targetRevision: string
  readonly directory?: DirectoryOptions
  readonly kustomize?: KustomizeOptions
}

export interface DirectoryOptions {
  readonly recurse: boolean
  readonly include?: string
  readonly exclude?: string
}

/** Argo CD's kustomize overrides, applied to the kustomization in the order of reference argocd section 13. */
export interface KustomizeOptions {
  readonly namePrefix?: string
  readonly nameSuffix?: string
  readonly namespace?: string
  readonly images?: readonly string[]
  readonly commonLabels?: { readonly [key: string]: string }
  readonly commonAnnotations?: { readonly [key: string]: string }
}

export interface Destination {
  /** Exactly one of the two is set; neither means the root's cluster. */
  readonly server?: string
  readonly name?: string
  readonly namespace: string
}

export interface SyncPolicy {
  /** Absent: no automation, only report. */
  readonly automated?: Automation
  readonly retry?: Retry
  /** As written, `Prune=false`; what an object's own annotation says comes before them. */
  readonly options: readonly string[]
  /** What `CreateNamespace=true` keeps on the namespace. */
  readonly namespaceMetadata?: NamespaceMetadata
}

export interface NamespaceMetadata {
  readonly labels: { readonly [key: string]: string }
  readonly annotations: { readonly [key: string]: string }
}

export interface Automation {
  readonly prune: boolean
  readonly selfHeal: boolean
  readonly allowEmpty: boolean
}

export interface Retry {
  /** Negative: for ever. */
  readonly limit: number
  readonly backoff: Backoff
}

export interface Backoff {
  readonly seconds: number
  readonly factor: number
  readonly maxSeconds: number
}

/** A difference that is left alone. Globs in group and kind; name and namespace exact, absent means any. */
export interface IgnoreRule {
  readonly group: string
  readonly kind: string
  readonly name?: string
  readonly namespace?: string
  readonly jsonPointers: readonly string[]
  readonly expressions: readonly PathExpression[]
  readonly managers: readonly string[]
}

/** What is wrong with one declaration: it blocks that application alone. */
export interface DeclarationProblem {
  readonly code:
    | 'unsupported'
    | 'invalid'
    | 'duplicate-name'
    | 'unknown-cluster'
    | 'unknown-repository'
    | 'project'
    | 'not-permitted'
    | 'not-followed'
    | 'not-a-declaration'
    | 'unreadable'
  readonly message: string
  readonly file: string
  readonly line: number
  readonly field?: string
  /** The application's name, where it could be read. */
  readonly application?: string
  /** It only informs: it blocks nothing and changes no verdict. */
  readonly warning?: true
  /** Nobody’s fault of writing: something could not be read, and may be later. */
  readonly passing?: true
}
