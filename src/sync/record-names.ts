import { digestOf } from './digest.ts'

/** Where every record lives, in the cluster that the application is deployed to. */
export const recordNamespace = 'plumbline'

/** Names of one application's records; hashes, since an application's name need not fit a ConfigMap's. */
export interface RecordNames {
  readonly operation: string
  readonly inventory: string
  readonly status: string
  readonly lease: string
  /** Label values: the installation, and the application within it. */
  readonly installation: string
  readonly application: string
}

export function recordNames(installation: string, application: string): RecordNames {
  const hash = digestOf(installation, application).slice(0, 20)
  return {
    operation: `operation-${hash}`,
    inventory: `inventory-${hash}`,
    status: `status-${hash}`,
    lease: `sync-${hash}`,
    installation: installationLabel(installation),
    application: hash,
  }
}

export function installationLabel(installation: string): string {
  return digestOf(installation).slice(0, 20)
}
