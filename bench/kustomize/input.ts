import { configMapOf } from '../world/manifests.ts'

/** Files by path: a base of `count` objects in files of ten, and an overlay that uses most of what overlays use. */
export type Files = { readonly [path: string]: string }

/**
 * Per ten objects four Deployments with two containers, three Services, two ConfigMaps and a ServiceAccount that refer to
 * each other. The overlay has a namespace, a prefix, labels with selectors, two images, three patches (by id, by kind,
 * JSON 6902 by a pattern) and a generated ConfigMap that every Deployment refers to.
 */
export function overlayOf(count: number): Files {
  const groups = Array.from({ length: Math.ceil(count / 10) }, (_, at) => at)
  const files = groups.map((at): [string, string] => [`base/part-${at}.yaml`, group(at)])
  return { ...Object.fromEntries(files), 'base/kustomization.yaml': base(groups), ...overlay() }
}

function base(groups: readonly number[]): string {
  return `resources:\n${groups.map((at) => `- part-${at}.yaml\n`).join('')}`
}

function overlay(): Files {
  return {
    'overlay/kustomization.yaml': `resources:
- ../base
namespace: production
namePrefix: prod-
labels:
- pairs:
    environment: production
    team: shop
  includeSelectors: true
images:
- name: registry.example/web
  newTag: "2.0"
- name: registry.example/sidecar
  newName: mirror.example/sidecar
patches:
- path: by-id.yaml
- path: by-kind.yaml
  target:
    kind: Deployment
- path: by-name.yaml
  target:
    kind: Service
    name: svc-.*
configMapGenerator:
- name: settings
  literals:
  - MODE=production
  - LEVEL=info
`,
    'overlay/by-id.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-0-0
spec:
  replicas: 5
`,
    'overlay/by-kind.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: any
spec:
  template:
    spec:
      containers:
      - name: main
        resources:
          limits:
            memory: 512Mi
`,
    'overlay/by-name.yaml': `- op: add
  path: /metadata/annotations
  value:
    owner: shop
`,
  }
}

function group(at: number): string {
  const numbers = [0, 1, 2, 3]
  return [
    ...numbers.map((one) => deployment(`web-${at}-${one}`, at)),
    ...numbers.slice(0, 3).map((one) => service(`svc-${at}-${one}`, `web-${at}-${one}`)),
    ...numbers.slice(0, 2).map((one) => configMapOf(`config-${at}-${one}`)),
    `apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: account-${at}\n`,
  ].join('---\n')
}

function deployment(name: string, at: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels:
    app: ${name}
spec:
  replicas: 2
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      serviceAccountName: account-${at}
      containers:
      - name: main
        image: registry.example/web:1.0
        args: ["--port", "8080", "--verbose"]
        ports:
        - name: http
          containerPort: 8080
        envFrom:
        - configMapRef:
            name: settings
        env:
        - name: LEVEL
          valueFrom:
            configMapKeyRef:
              name: config-${at}-0
              key: level
        resources:
          requests:
            cpu: 100m
            memory: 128Mi
      - name: sidecar
        image: registry.example/sidecar:1.0
        volumeMounts:
        - name: config
          mountPath: /etc/config
      volumes:
      - name: config
        configMap:
          name: config-${at}-1
`
}

function service(name: string, app: string): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector:
    app: ${app}
  ports:
  - name: http
    port: 80
    targetPort: http
`
}
