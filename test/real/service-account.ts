import { readFileSync } from 'node:fs'
import { nodeFetchWithCa } from '../../handlers/node-only/node-fetch-with-ca.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import type { ControlPlaneAddress } from './control-plane.ts'

const verbs = ['get', 'list', 'create', 'patch', 'delete']

/** What the README says that a cluster account needs, for the kinds that the config repositories of the stories hold. */
const rules: readonly JsonObject[] = [
  { apiGroups: [''], resources: ['services', 'serviceaccounts', 'configmaps'], verbs },
  { apiGroups: ['apps'], resources: ['deployments', 'daemonsets', 'statefulsets'], verbs },
  { apiGroups: ['batch'], resources: ['jobs', 'cronjobs'], verbs },
  { apiGroups: ['policy'], resources: ['poddisruptionbudgets'], verbs },
  {
    apiGroups: ['rbac.authorization.k8s.io'],
    resources: ['clusterroles', 'clusterrolebindings'],
    verbs: [...verbs, 'escalate', 'bind'],
  },
  { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'create', 'patch'] },
]

const recordRules: readonly JsonObject[] = [
  { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'create', 'update', 'patch'] },
  {
    apiGroups: ['coordination.k8s.io'],
    resources: ['leases'],
    verbs: ['get', 'create', 'update'],
  },
]

const rbac = '/apis/rbac.authorization.k8s.io/v1'

/** A service account that may do what the README asks for, and nothing more. Its token lasts an hour. */
export async function createServiceAccount(
  controlPlane: ControlPlaneAddress,
  name: string,
): Promise<{ readonly token: string }> {
  const post = posting(controlPlane)
  const subjects = [{ kind: 'ServiceAccount', name, namespace: 'default' }]
  const role = (kind: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name })
  const metadata = { name }
  await post('/api/v1/namespaces', { metadata: { name: 'plumbline' } }, 409)
  await post('/api/v1/namespaces/default/serviceaccounts', { metadata })
  await post(`${rbac}/clusterroles`, { metadata, rules })
  await post(`${rbac}/clusterrolebindings`, { metadata, subjects, roleRef: role('ClusterRole') })
  await post(`${rbac}/namespaces/plumbline/roles`, { metadata, rules: recordRules })
  await post(`${rbac}/namespaces/plumbline/rolebindings`, { metadata, subjects, roleRef: role('Role') })
  return { token: await createToken(controlPlane, name) }
}

/** Another token of a service account that there is already. */
export async function createToken(controlPlane: ControlPlaneAddress, name: string): Promise<string> {
  const path = `/api/v1/namespaces/default/serviceaccounts/${name}/token`
  const answer = await posting(controlPlane)(path, { spec: {} })
  return (answer as { status: { token: string } }).status.token
}

function posting({ server, caPath, tokens }: ControlPlaneAddress) {
  const ca = readFileSync(caPath, 'utf8')
  const fetchWithCa = nodeFetchWithCa(() => ({ ca }))
  return async (path: string, body: object, accepted?: number): Promise<unknown> => {
    const headers = { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/json' }
    const response = await fetchWithCa(
      new Request(`${server}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    )
    const text = await response.text()
    if (!response.ok && response.status !== accepted) throw new Error(`POST ${path}: ${text}`)
    return JSON.parse(text)
  }
}
