/** By path; null deletes. */
export type Files = { readonly [path: string]: string | null }

export interface Fleet {
  readonly applications: number
  /** URL of the config repository. */
  readonly repository: string
  /** Applications lie in so many namespaces, `team-0` and so on. */
  readonly namespaces: number
  /** Of each Deployment. */
  readonly replicas: number
}

/** Applications of four objects each, every one an overlay of its own over a base that all share. */
export function fleetFiles(fleet: Fleet): Files {
  const all = Array.from({ length: fleet.applications }, (_, at) => at)
  return {
    ...baseFiles(fleet.replicas, '1.0'),
    ...Object.fromEntries(all.map((at) => [`root/${nameOf(at)}.yaml`, declaration(fleet, at)])),
    ...Object.fromEntries(all.map((at) => [overlayPath(at), overlay(fleet, at, '1.0')])),
  }
}

/** One application's overlay with another image. */
export function changeOne(fleet: Fleet, at: number, tag: string): Files {
  return { [overlayPath(at)]: overlay(fleet, at, tag) }
}

/** The base that all share, with another setting. */
export function changeAll({ replicas }: Fleet, level: string): Files {
  return baseFiles(replicas, level)
}

export function nameOf(at: number): string {
  return `app-${at}`
}

export function namespaceOf({ namespaces }: Fleet, at: number): string {
  return `team-${at % namespaces}`
}

function overlayPath(at: number): string {
  return `apps/${nameOf(at)}/kustomization.yaml`
}

function declaration(fleet: Fleet, at: number): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: ${nameOf(at)}
spec:
  project: default
  source:
    repoURL: ${fleet.repository}
    path: apps/${nameOf(at)}
    targetRevision: main
  destination:
    server: https://kubernetes.default.svc
    namespace: ${namespaceOf(fleet, at)}
  syncPolicy:
    automated:
      prune: true
      selfHeal: true
    syncOptions: [CreateNamespace=true]
`
}

function overlay(fleet: Fleet, at: number, tag: string): string {
  return `resources:
- ../../base
namespace: ${namespaceOf(fleet, at)}
namePrefix: ${nameOf(at)}-
labels:
- pairs:
    app.kubernetes.io/name: ${nameOf(at)}
  includeSelectors: true
images:
- name: registry.example/web
  newTag: "${tag}"
`
}

function baseFiles(replicas: number, level: string): Files {
  return {
    'base/kustomization.yaml': `resources:
- account.yaml
- deployment.yaml
- service.yaml
configMapGenerator:
- name: settings
  literals:
  - level=${level}
`,
    'base/account.yaml': 'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: web\n',
    'base/service.yaml': `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
  - name: http
    port: 80
    targetPort: http
`,
    'base/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector:
    matchLabels: {}
  template:
    spec:
      serviceAccountName: web
      containers:
      - name: main
        image: registry.example/web
        envFrom:
        - configMapRef:
            name: settings
        ports:
        - name: http
          containerPort: 8080
        resources:
          requests:
            cpu: 100m
            memory: 128Mi
`,
  }
}
