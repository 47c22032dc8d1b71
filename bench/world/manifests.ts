/** So many objects of six kinds that nothing has to be waited for with, as one file. */
export function manifestsOf(count: number, name: string = 'app'): string {
  return Array.from({ length: count }, (_, at) => kinds[at % kinds.length]?.(`${name}-${at}`) ?? '').join(
    '---\n',
  )
}

const kinds: readonly ((name: string) => string)[] = [
  configMapOf,
  (name) => `apiVersion: v1
kind: Secret
metadata:
  name: ${name}
stringData:
  password: ${name}
`,
  (name) => `apiVersion: v1
kind: ServiceAccount
metadata:
  name: ${name}
`,
  (name) => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  clusterIP: None
  selector:
    app: ${name}
  ports:
  - name: http
    port: 80
    targetPort: http
`,
  (name) => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: ${name}
rules:
- apiGroups: [""]
  resources: [configmaps]
  verbs: [get, list]
`,
  (name) => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
spec:
  podSelector:
    matchLabels:
      app: ${name}
  policyTypes: [Ingress]
  ingress:
  - ports:
    - protocol: TCP
      port: 8080
`,
]

export function configMapOf(name: string): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
data:
  level: info
  file.conf: |
    # settings of ${name}
    listen = 8080
    upstream = "http://example"
`
}
