import type { ConfigFiles } from './config-files.ts'

/** Paths of the config repository of the pull-request story. */
export const paths = {
  web: 'apps/shop/web.yaml',
  banner: 'apps/shop/banner.yaml',
  shared: 'apps/shop/shared.yaml',
  movedShared: 'apps/tools/shared.yaml',
  queue: 'apps/tools/queue.yaml',
} as const

/** Two applications that heal, prune and deploy by themselves. */
export function reviewFiles(repositoryUrl: string, id: string): ConfigFiles {
  return {
    'root/shop.yaml': application('shop', repositoryUrl, `shop-${id}`),
    'root/tools.yaml': application('tools', repositoryUrl, `platform-${id}`),
    [paths.web]: webAt('1.4.2'),
    [paths.banner]: configMap('banner', { text: 'summer sale' }),
    [paths.shared]: configMap('shared', { currency: 'EUR' }, `shop-${id}`),
    [paths.queue]: `
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: queue }
spec:
  replicas: 0
  serviceName: queue
  selector: { matchLabels: { app: queue } }
  template:
    metadata: { labels: { app: queue } }
    spec:
      containers: [{ name: queue, image: registry.example/queue:1.0.0 }]
`,
    'apps/tools/settings.yaml': configMap('settings', { level: 'info' }),
  }
}

export function webAt(tag: string): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "registry.example/web:${tag}" }]
`
}

function configMap(name: string, data: Readonly<Record<string, string>>, namespace?: string): string {
  const where = namespace === undefined ? '' : `, namespace: ${namespace}`
  return `
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}${where} }
data: ${JSON.stringify(data)}
`
}

function application(name: string, repositoryUrl: string, namespace: string): string {
  return `
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  project: default
  source: { repoURL: ${repositoryUrl}, path: apps/${name}, targetRevision: main }
  destination: { server: https://kubernetes.default.svc, namespace: ${namespace} }
  syncPolicy:
    automated: { prune: true, selfHeal: true }
    syncOptions: [CreateNamespace=true]
`
}
