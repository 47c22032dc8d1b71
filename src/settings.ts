/** Everything an operator configures: one frozen value, made once from one YAML document. */
export interface Settings {
  /** Tells installations apart that share a cluster; part of every record's name. */
  readonly installation: string
  readonly roots: readonly Root[]
  readonly clusters: readonly ClusterSettings[]
  readonly hosts: readonly HostSettings[]
  readonly brakes: Brakes
  readonly sweep: SweepSettings
  /** Absent: the JSON API and the console are not there. */
  readonly api?: ApiSettings
  /** Absent: the metrics are not there. */
  readonly metrics?: MetricsSettings
}

/** Where the roster starts. */
export interface Root {
  /** URL of the repository, on one of the hosts. */
  readonly repository: string
  /** Branch, tag or SHA; `HEAD` when not written. */
  readonly revision: string
  readonly path: string
  readonly mode: 'observe' | 'sync'
  /** Name of the cluster that `in-cluster` and `https://kubernetes.default.svc` mean in this root. */
  readonly cluster: string
  readonly allow: Allow
}

/** The outer wall: what applications of a root may write. Globs; kinds as `group/Kind`, the core group as `Kind`. */
export interface Allow {
  readonly namespaces: readonly string[]
  readonly namespacedKinds: readonly string[]
  readonly clusterKinds: readonly string[]
}

export interface ClusterSettings {
  readonly name: string
  readonly server?: string
  readonly kubeconfig?: string
  readonly context?: string
  readonly token?: SecretReference
  /** Path of a PEM file; Node only. */
  readonly ca?: string
}

export interface HostSettings {
  readonly name: string
  readonly kind: 'github' | 'gitea' | 'local'
  /** Base URL of the web interface: of GitHub, a Gitea or Forgejo; a folder of a local host. */
  readonly address: string
  readonly token?: SecretReference
  /** GitHub's, in place of a token. */
  readonly app?: GithubAppSettings
  readonly webhookSecrets: readonly SecretReference[]
  /** Globs over `owner/name`: the repositories that this host's deliveries may speak of. */
  readonly repositories: readonly string[]
}

export interface GithubAppSettings {
  /** The App's id or client id. */
  readonly id: string
  /** Its private key in PEM. */
  readonly key: SecretReference
}

/** A secret is never written down in the settings, only where to find it. */
export type SecretReference = { readonly env: string } | { readonly file: string }

export interface Brakes {
  /** More objects than this to prune need an acknowledgement. */
  readonly pruneObjects: number
  /** So does more than this share of an inventory of ten or more. */
  readonly pruneShare: number
  readonly hookSeconds: number
  readonly waveSeconds: number
}

export interface SweepSettings {
  /** Between two passes of a server over all applications; 0: none but at its start. */
  readonly seconds: number
}

export interface ApiSettings {
  /** What a caller of the JSON API bears, and who looks at the console signs in with. */
  readonly token: SecretReference
  /** Where people reach this server: commit statuses link to its console. */
  readonly url?: string
}

export interface MetricsSettings {
  /** What Prometheus bears. */
  readonly token: SecretReference
}
