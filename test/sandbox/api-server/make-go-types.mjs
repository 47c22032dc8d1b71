// Writes src/sandbox/api-server/types/go-types.ts: the Go types behind the built-in kinds, as far as JSON shows them.
// Usage: node test/sandbox/api-server/make-go-types.mjs   (after `go mod download` in test/real/kube)
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const kube = fileURLToPath(new URL('../../real/kube', import.meta.url))
const out = fileURLToPath(new URL('../../../src/sandbox/api-server/types/go-types.ts', import.meta.url))
const folderOf = (module) =>
  execFileSync('go', ['list', '-m', '-f', '{{.Dir}}', module], { cwd: kube, encoding: 'utf8' }).trim()

const packages = {
  core: ['k8s.io/api', 'core/v1/types.go'],
  apps: ['k8s.io/api', 'apps/v1/types.go'],
  batch: ['k8s.io/api', 'batch/v1/types.go'],
  networking: ['k8s.io/api', 'networking/v1/types.go'],
  autoscaling1: ['k8s.io/api', 'autoscaling/v1/types.go'],
  autoscaling: ['k8s.io/api', 'autoscaling/v2/types.go'],
  policy: ['k8s.io/api', 'policy/v1/types.go'],
  rbac: ['k8s.io/api', 'rbac/v1/types.go'],
  storage: ['k8s.io/api', 'storage/v1/types.go'],
  scheduling: ['k8s.io/api', 'scheduling/v1/types.go'],
  coordination: ['k8s.io/api', 'coordination/v1/types.go'],
  discovery: ['k8s.io/api', 'discovery/v1/types.go'],
  admission: ['k8s.io/api', 'admissionregistration/v1/types.go'],
  apiext: ['k8s.io/apiextensions-apiserver', 'pkg/apis/apiextensions/v1/types.go'],
  schema: ['k8s.io/apiextensions-apiserver', 'pkg/apis/apiextensions/v1/types_jsonschema.go'],
  meta: ['k8s.io/apimachinery', 'pkg/apis/meta/v1/types.go'],
}

const imports = {
  v1: 'core',
  corev1: 'core',
  api: 'core',
  apiv1: 'core',
  v2: 'autoscaling',
  metav1: 'meta',
  rbacv1: 'rbac',
}
const opaque = {
  'apiext.CustomResourceSubresourceStatus': 'any',
  'meta.Time': 'time',
  'meta.MicroTime': 'microtime',
  'meta.Duration': 'string',
  'meta.FieldsV1': 'any',
  'resource.Quantity': 'quantity',
  'intstr.IntOrString': 'intOrString',
  'runtime.RawExtension': 'any',
  'runtime.Object': 'any',
  'types.UID': 'string',
  'types.NodeName': 'string',
  'schema.JSON': 'any',
  'schema.JSONSchemaProps': 'any',
  'schema.JSONSchemaPropsOrArray': 'any',
  'schema.JSONSchemaPropsOrBool': 'any',
}
const scalars = new Set(['string', 'bool', 'int32', 'int64', 'int', 'float64', 'byte'])
const roots =
  `core.Namespace core.ConfigMap core.Secret core.Service core.ServiceAccount core.Pod core.PersistentVolume
core.PersistentVolumeClaim core.LimitRange core.ResourceQuota core.Endpoints core.Node core.PodTemplate
core.ReplicationController core.Event apps.Deployment apps.StatefulSet apps.DaemonSet apps.ReplicaSet
apps.ControllerRevision batch.Job batch.CronJob networking.Ingress networking.IngressClass networking.NetworkPolicy
autoscaling.HorizontalPodAutoscaler autoscaling1.Scale policy.PodDisruptionBudget rbac.Role rbac.RoleBinding
rbac.ClusterRole rbac.ClusterRoleBinding storage.StorageClass scheduling.PriorityClass coordination.Lease
discovery.EndpointSlice admission.ValidatingAdmissionPolicy admission.ValidatingAdmissionPolicyBinding
admission.ValidatingWebhookConfiguration admission.MutatingWebhookConfiguration apiext.CustomResourceDefinition
meta.ObjectMeta`.split(/\s+/)

const structs = new Map()
const aliases = new Map()
for (const [name, [module, file]] of Object.entries(packages)) {
  parse(name, readFileSync(`${folderOf(module)}/${file}`, 'utf8'))
}
const lines = new Map()
const pending = [...roots]
for (let type = pending.pop(); type !== undefined; type = pending.pop()) {
  if (!lines.has(type)) lines.set(type, fieldsOf(type).map(print).join(' '))
}
const text = [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, fields]) => `${name} ${fields}`)
writeFileSync(out, source(text.join('\n')))

function parse(name, text) {
  let fields
  for (const line of text.split('\n')) {
    const struct = /^type (\w+) struct \{/.exec(line)
    const alias = /^type (\w+) ([\w.[\]*]+)\s*(\/\/.*)?$/.exec(line)
    if (struct) {
      fields = []
      structs.set(`${name}.${struct[1]}`, fields)
    } else if (alias) aliases.set(`${name}.${alias[1]}`, [name, alias[2]])
    else if (line === '}') fields = undefined
    else fields?.push(...fieldIn(name, line))
  }
}

function fieldIn(home, line) {
  const inline = /^\s+([\w.]+)\s+`json:",inline/.exec(line)
  if (inline?.[1].endsWith('TypeMeta')) return ['kind', 'apiVersion'].map(typeMeta)
  if (inline) return [{ inline: qualify(home, inline[1]) }]
  const field = /^\s+(?:\w+\s+)?(\S+)\s+`json:"([^"]+)"/.exec(line)
  if (!field || field[2] === '-') return []
  const [json, ...options] = field[2].split(',')
  const flag = options.includes('omitzero') ? '~' : options.includes('omitempty') ? '?' : ''
  return [{ json, flag, home, type: field[1] }]
}

function typeMeta(json) {
  return { json, flag: '?', home: 'meta', type: 'string' }
}

function fieldsOf(type) {
  const fields = structs.get(type)
  if (!fields) throw new Error(`no struct ${type}`)
  return fields.flatMap((field) => (field.inline ? fieldsOf(field.inline) : [field]))
}

function print({ json, flag, home, type }) {
  return `${json}${flag}:${resolve(home, type)}`
}

function resolve(home, type) {
  if (type === '[]byte') return 'bytes'
  if (type.startsWith('*')) return `*${resolve(home, type.slice(1))}`
  if (type.startsWith('[]')) return `[]${resolve(home, type.slice(2))}`
  const map = /^map\[[\w.]+\](.*)$/.exec(type)
  if (map) return `{}${resolve(home, map[1])}`
  if (scalars.has(type)) return type === 'int' ? 'int64' : type
  const name = qualify(home, type)
  if (opaque[name]) return opaque[name]
  if (aliases.has(name)) return resolve(...aliases.get(name))
  pending.push(name)
  return name
}

function qualify(home, type) {
  const [pkg, name] = type.includes('.') ? type.split('.') : [home, type]
  const known = type.includes('.') ? (imports[pkg] ?? pkg) : home
  const resolved = `${known}.${name}`
  if (structs.has(resolved) || aliases.has(resolved) || opaque[resolved]) return resolved
  if (known === 'apiext' && opaque[`schema.${name}`]) return `schema.${name}`
  return resolved
}

function source(text) {
  return `// Made by test/sandbox/api-server/make-go-types.mjs from k8s.io/api and k8s.io/apimachinery; not edited by hand.

/**
 * The Go types of the built-in kinds, one a line: \`package.Type field:type ...\`. After a field's name \`?\` is omitempty
 * and \`~\` omitzero; a type begins with \`*\` for a pointer, \`[]\` for a slice, \`{}\` for a map with string keys.
 */
export const goTypes: string = \`
${text}
\`
`
}
