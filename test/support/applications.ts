import type { Application, SyncPolicy } from '../../src/apps/application.ts'

/** A valid application that is put into the namespace `shop`; what a test cares about is given. */
export function anApplication(changes: Partial<Application> = {}): Application {
  return {
    name: 'shop',
    namespace: 'argocd',
    project: 'default',
    declaredAt: {
      repository: { host: 'forge', owner: 'team', name: 'config' },
      path: 'apps/shop.yaml',
      line: 1,
    },
    source: { repoURL: 'https://forge.example.com/team/config.git', path: 'shop', targetRevision: 'main' },
    destination: { namespace: 'shop' },
    syncPolicy: aSyncPolicy(),
    ignoreDifferences: [],
    deletesResources: false,
    ...changes,
  }
}

export function aSyncPolicy(changes: Partial<SyncPolicy> = {}): SyncPolicy {
  return { options: [], ...changes }
}
