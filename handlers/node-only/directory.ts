import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { Application } from '../../src/apps/application.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'
import type { Root, Settings } from '../../src/settings.ts'

/** A folder as one application without automation, in settings made up for it alone. */
export interface DirectoryApp {
  readonly settings: Settings
  readonly root: Root
  readonly application: Application
  /** False: nothing above the folder may be read. */
  readonly isInGitTree: boolean
}

interface Target {
  readonly namespace: string
  readonly kubeconfig: string
  readonly context?: string
}

const everything = { namespaces: ['*'], namespacedKinds: ['*'], clusterKinds: ['*'] }

/**
 * The application is named after the folder. What it may read is the Git working tree that the folder is in, so that
 * bases beside it are found, and the folder alone where there is none. Throws `SettingsError`.
 */
export function directoryApp(directory: string, target: Target): DirectoryApp {
  const folder = existingFolder(directory)
  const top = workingTree(folder)
  const name = basename(folder)
  const repository = { host: 'local', owner: 'local', name: basename(top) }
  const root: Root = {
    repository: top,
    revision: 'HEAD',
    path: '',
    mode: 'sync',
    cluster: target.context ?? 'kubeconfig',
    allow: everything,
  }
  const { namespace, kubeconfig, context } = target
  const cluster = { name: root.cluster, kubeconfig, ...(context === undefined ? {} : { context }) }
  return {
    root,
    isInGitTree: existsSync(join(top, '.git')),
    settings: {
      installation: 'plumbline',
      roots: [root],
      clusters: [cluster],
      hosts: [{ name: 'local', kind: 'local', address: top, webhookSecrets: [], repositories: ['**'] }],
      brakes: { pruneObjects: 20, pruneShare: 0.5, hookSeconds: 600, waveSeconds: 1800 },
      sweep: { seconds: 180 },
    },
    application: {
      name,
      namespace: 'argocd',
      project: 'default',
      declaredAt: { repository, path: relative(top, folder).split(sep).join('/'), line: 1 },
      source: { repoURL: top, path: relative(top, folder).split(sep).join('/'), targetRevision: 'HEAD' },
      destination: { namespace },
      syncPolicy: { options: [] },
      ignoreDifferences: [],
      deletesResources: false,
    },
  }
}

function existingFolder(directory: string): string {
  try {
    const folder = realpathSync(directory)
    if (statSync(folder).isDirectory()) return folder
  } catch {
    // falls through: what cannot be looked at is no folder to us
  }
  throw new SettingsError('unreadable', `${directory}: there is no such folder`, {
    subject: { file: directory },
  })
}

function workingTree(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) return folder
  }
}
