import { expect } from 'vitest'
import type { JsonObject } from '../../src/kube/json.ts'
import type { Manifest } from '../../src/kube/manifest.ts'
import { at, type CaseContext, type ClusterCase, configMap, deployment } from './cluster-case.ts'

/** Rows for people: what `kubectl get` asks for. */
export const tableCases: readonly ClusterCase[] = [
  {
    fact: 'a Deployment as a table: how many of its Pods are ready and up to date, what they run behind -o wide',
    run: async (it) => {
      await it.create(deployment('web', { replicas: 0 }))
      await it.under.eventually(
        async () => at(await it.read(deployment('web')), 'status', 'observedGeneration') === 1,
      )

      const table = await tableOf(it, 'apis/apps/v1', 'deployments')

      expect(headOf(table)).toEqual([
        'Name string name',
        'Ready string',
        'Up-to-date string',
        'Available string',
        'Age string',
        'Containers string wide',
        'Images string wide',
        'Selector string wide',
      ])
      expect(cellsOf(table)).toEqual([['web', '0/0', 0, 0, age, 'web', 'example.test/web:1', 'app=web']])
    },
  },
  {
    fact: 'workloads as tables',
    run: async (it) => {
      const { template, selector } = podTemplate
      await it.create({
        ...workload('apps/v1', 'StatefulSet'),
        spec: { ...podTemplate, serviceName: 'x', replicas: 0 },
      })
      await it.create({ ...workload('apps/v1', 'ReplicaSet'), spec: { ...podTemplate, replicas: 0 } })
      await it.create({
        ...workload('apps/v1', 'DaemonSet'),
        spec: {
          selector,
          template: { ...template, spec: { ...template.spec, nodeSelector: { no: 'node' } } },
        },
      })

      expect(await shownOf(it, 'apis/apps/v1', 'statefulsets')).toEqual({
        Name: 'x',
        Ready: '0/0',
        Age: age,
        Containers: 'main,side',
        Images: 'example.test/a:1,example.test/b:2',
      })
      expect(await shownOf(it, 'apis/apps/v1', 'replicasets')).toEqual({
        Name: 'x',
        Desired: 0,
        Current: 0,
        Ready: 0,
        Age: age,
        Containers: 'main,side',
        Images: 'example.test/a:1,example.test/b:2',
        Selector: 'app=x',
      })
      expect(await shownOf(it, 'apis/apps/v1', 'daemonsets')).toEqual({
        Name: 'x',
        Desired: anyCount,
        Current: anyCount,
        Ready: anyCount,
        'Up-to-date': anyCount,
        Available: anyCount,
        'Node Selector': 'no=node',
        Age: age,
        Containers: 'main,side',
        Images: 'example.test/a:1,example.test/b:2',
        Selector: 'app=x',
      })
    },
  },
  {
    fact: 'Jobs and CronJobs as tables',
    run: async (it) => {
      const { spec } = podTemplate.template
      const template = { spec: { ...spec, restartPolicy: 'Never' } }
      await it.create({ ...workload('batch/v1', 'Job'), spec: { template, suspend: true, completions: 3 } })
      await it.create({
        ...workload('batch/v1', 'CronJob'),
        spec: { schedule: '0 3 29 2 *', jobTemplate: { spec: { template } } },
      })
      await it.under.eventually(
        async () => (await shownOf(it, 'apis/batch/v1', 'jobs')).Status === 'Suspended',
      )

      expect(await shownOf(it, 'apis/batch/v1', 'jobs')).toMatchObject({
        Name: 'x',
        Status: 'Suspended',
        Completions: '0/3',
        Duration: '',
        Age: age,
        Containers: 'main,side',
      })
      expect(await shownOf(it, 'apis/batch/v1', 'cronjobs')).toEqual({
        Name: 'x',
        Schedule: '0 3 29 2 *',
        Timezone: '<none>',
        Suspend: 'False',
        Active: 0,
        'Last Schedule': '<none>',
        Age: age,
        Containers: 'main,side',
        Images: 'example.test/a:1,example.test/b:2',
        Selector: '<none>',
      })
    },
  },
  {
    fact: 'ConfigMaps, Secrets and ServiceAccounts as tables: how much they hold, never what',
    run: async (it) => {
      await it.create(configMap('x', { a: '1', b: '2' }))
      await it.create({ ...workload('v1', 'Secret'), stringData: { password: 'hunter2' } })
      await it.create(workload('v1', 'ServiceAccount'))

      expect(await shownOf(it, 'api/v1', 'configmaps')).toEqual({ Name: 'x', Data: 2, Age: age })
      expect(await shownOf(it, 'api/v1', 'secrets')).toEqual({ Name: 'x', Type: 'Opaque', Data: 1, Age: age })
      expect(await shownOf(it, 'api/v1', 'serviceaccounts')).toEqual({ Name: 'x', Age: age })
    },
  },
  {
    fact: 'Services and claims as tables',
    run: async (it) => {
      await it.create({
        ...workload('v1', 'Service'),
        spec: {
          selector: { app: 'x' },
          ports: [
            { name: 'a', port: 80 },
            { name: 'b', port: 53, protocol: 'UDP' },
          ],
        },
      })
      await it.create({
        ...workload('v1', 'PersistentVolumeClaim'),
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'slow',
          resources: { requests: { storage: '1Gi' } },
        },
      })

      expect(await shownOf(it, 'api/v1', 'services')).toEqual({
        Name: 'x',
        Type: 'ClusterIP',
        'Cluster-IP': expect.stringMatching(/^10\.0\.\d+\.\d+$/),
        'External-IP': '<none>',
        'Port(s)': '80/TCP,53/UDP',
        Age: age,
        Selector: 'app=x',
      })
      expect(await shownOf(it, 'api/v1', 'persistentvolumeclaims')).toMatchObject({
        StorageClass: 'slow',
        VolumeAttributesClass: '<unset>',
        VolumeMode: 'Filesystem',
      })
    },
  },
  {
    fact: 'network, disruption and access rules as tables',
    run: async (it) => {
      const backend = { service: { name: 'x', port: { number: 80 } } }
      const hosts = ['a', 'b', 'c', 'd'].map((host) => ({
        host: `${host}.example`,
        http: { paths: [{ path: '/', pathType: 'Prefix', backend }] },
      }))
      await it.create({ ...workload('networking.k8s.io/v1', 'Ingress'), spec: { rules: hosts } })
      await it.create({
        ...workload('networking.k8s.io/v1', 'NetworkPolicy'),
        spec: { podSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['b', 'a'] }] } },
      })
      await it.create({
        ...workload('policy/v1', 'PodDisruptionBudget'),
        spec: { maxUnavailable: '50%', selector: { matchLabels: { app: 'x' } } },
      })
      await it.create({ ...workload('rbac.authorization.k8s.io/v1', 'Role'), rules: [] })
      await it.create({
        ...workload('rbac.authorization.k8s.io/v1', 'RoleBinding'),
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'x' },
        subjects: [
          { kind: 'ServiceAccount', name: 'x', namespace: it.namespace },
          { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'ann' },
          { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'bob' },
        ],
      })
      await it.create({ ...workload('coordination.k8s.io/v1', 'Lease'), spec: { holderIdentity: 'me' } })

      expect(await shownOf(it, 'apis/networking.k8s.io/v1', 'ingresses')).toMatchObject({
        Class: '<none>',
        Hosts: 'a.example,b.example,c.example + 1 more...',
        Ports: '80',
      })
      expect(await shownOf(it, 'apis/networking.k8s.io/v1', 'networkpolicies')).toMatchObject({
        'Pod-Selector': 'app in (a,b)',
      })
      expect(await shownOf(it, 'apis/policy/v1', 'poddisruptionbudgets')).toEqual({
        Name: 'x',
        'Min Available': 'N/A',
        'Max Unavailable': '50%',
        'Allowed Disruptions': anyCount,
        Age: age,
      })
      expect(await shownOf(it, 'apis/rbac.authorization.k8s.io/v1', 'rolebindings')).toEqual({
        Name: 'x',
        Role: 'Role/x',
        Age: age,
        Users: 'ann, bob',
        Groups: '',
        ServiceAccounts: `${it.namespace}/x`,
      })
      expect(await shownOf(it, 'apis/rbac.authorization.k8s.io/v1', 'roles')).toEqual({
        Name: 'x',
        'Created At': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      })
      expect(await shownOf(it, 'apis/coordination.k8s.io/v1', 'leases')).toEqual({
        Name: 'x',
        Holder: 'me',
        Age: age,
      })
    },
  },
  {
    fact: 'a Pod as a table: what it waits for is its status',
    run: async (it) => {
      const { spec } = podTemplate.template
      await it.create({ ...workload('v1', 'Pod'), spec: { ...spec, nodeSelector: { no: 'node' } } })
      await it.under.eventually(async () => (await shownOf(it, 'api/v1', 'pods')).Name === 'x')

      const table = await tableOf(it, 'api/v1', 'pods')

      expect(headOf(table)).toEqual([
        'Name string name',
        'Ready string',
        'Status string',
        'Restarts string',
        'Age string',
        'IP string wide',
        'Node string wide',
        'Nominated Node string wide',
        'Readiness Gates string wide',
      ])
      expect(cellsOf(table)[0]?.slice(0, 5)).toEqual([
        'x',
        expect.stringMatching(/^[02]\/2$/),
        expect.stringMatching(/^(Pending|Running|ContainerCreating)$/),
        '0',
        age,
      ])
    },
  },
  {
    fact: 'a custom kind shows its name and age, or the columns that its definition names',
    run: async (it) => {
      const group = `tables-${it.namespace}.example.test`
      await define(it, group, 'Plain', {})
      await define(it, group, 'Column', {
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Since', type: 'date', jsonPath: '.spec.since', priority: 1 },
          { name: 'Any', type: 'string', jsonPath: '.spec.any' },
        ],
      })
      await it.create({ ...workload(`${group}/v1`, 'Plain'), spec: {} })
      await it.create({
        ...workload(`${group}/v1`, 'Column'),
        spec: { size: 'big', since: 'never', any: { a: 1 } },
      })

      const plain = await tableOf(it, `apis/${group}/v1`, 'plains')
      const columns = await tableOf(it, `apis/${group}/v1`, 'columns')

      expect(headOf(plain)).toEqual(['Name string name', 'Age date'])
      expect(cellsOf(plain)).toEqual([['x', age]])
      expect(headOf(columns)).toEqual(['Name string name', 'Size integer', 'Since date wide', 'Any string'])
      expect(cellsOf(columns)).toEqual([['x', null, '<invalid>', '{"a":1}']])
    },
  },
  {
    fact: 'a row holds the metadata of its object, the whole object or nothing, as asked',
    run: async (it) => {
      const created = await it.create(configMap('x', { a: '1' }))
      const path = `api/v1/namespaces/${it.namespace}/configmaps/x`
      const rowOf = async (query: string) => at(await ask(it, `${path}${query}`), 'rows', 0, 'object')

      expect(await rowOf('')).toEqual({
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: created.metadata,
      })
      expect(await rowOf('?includeObject=Object')).toMatchObject({ kind: 'ConfigMap', data: { a: '1' } })
      expect(await rowOf('?includeObject=None')).toBeNull()
      expect(await it.under.ask(`/${path}?includeObject=All`, tableType)).toMatchObject({
        status: 400,
        body: {
          reason: 'BadRequest',
          message: expect.stringContaining('includeObject: Invalid value: "All"'),
        },
      })
    },
  },
  {
    fact: 'a table comes in pages like the list, and what cannot be found is a Status',
    run: async (it) => {
      for (const name of ['a', 'b', 'c']) await it.create({ ...workload('v1', 'Secret'), metadata: { name } })

      const first = await ask(it, `api/v1/namespaces/${it.namespace}/secrets?limit=2`)
      const token = encodeURIComponent(String(at(first, 'metadata', 'continue')))
      const second = await ask(it, `api/v1/namespaces/${it.namespace}/secrets?limit=2&continue=${token}`)
      const missing = await it.under.ask(`/api/v1/namespaces/${it.namespace}/secrets/none`, tableType)

      expect(cellsOf(first).map(([name]) => name)).toEqual(['a', 'b'])
      expect(at(first, 'metadata', 'remainingItemCount')).toBe(1)
      expect(cellsOf(second).map(([name]) => name)).toEqual(['c'])
      expect(missing).toMatchObject({ status: 404, body: { kind: 'Status', reason: 'NotFound' } })
    },
  },
]

const tableType = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'
/** How far it is depends on the controllers of the cluster. */
const anyCount: unknown = expect.any(Number)
/** Seconds, unless the machine stood still meanwhile. */
const age: unknown = expect.stringMatching(/^(\d+[hms])+$/)

const podTemplate = {
  selector: { matchLabels: { app: 'x' } },
  template: {
    metadata: { labels: { app: 'x' } },
    spec: {
      containers: [
        { name: 'main', image: 'example.test/a:1' },
        { name: 'side', image: 'example.test/b:2' },
      ],
    },
  },
}

function workload(apiVersion: string, kind: string): Manifest {
  return { apiVersion, kind, metadata: { name: 'x' } }
}

async function define(it: CaseContext, group: string, kind: string, version: JsonObject): Promise<void> {
  const names = {
    plural: `${kind.toLowerCase()}s`,
    singular: kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
  }
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  await it.create({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names.plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names,
      versions: [{ name: 'v1', served: true, storage: true, schema, ...version }],
    },
  })
  await it.under.eventually(
    async () => (await it.under.ask(`/apis/${group}/v1/${names.plural}`, 'application/json')).status === 200,
  )
}

async function ask(it: CaseContext, path: string): Promise<unknown> {
  return (await it.under.ask(`/${path}`, tableType)).body
}

async function tableOf(it: CaseContext, root: string, resource: string): Promise<unknown> {
  const table = await ask(it, `${root}/namespaces/${it.namespace}/${resource}`)
  expect(table).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' })
  return table
}

/** `Selector string wide`: name, type, format, and whether only `-o wide` shows it. */
function headOf(table: unknown): readonly string[] {
  return listOf(at(table, 'columnDefinitions')).map((column) =>
    [at(column, 'name'), at(column, 'type'), at(column, 'format'), at(column, 'priority') === 0 ? '' : 'wide']
      .filter((part) => part !== '')
      .join(' '),
  )
}

/** Without what the server puts into every namespace by itself. */
function cellsOf(table: unknown): readonly (readonly unknown[])[] {
  return listOf(at(table, 'rows'))
    .map((row) => listOf(at(row, 'cells')))
    .filter(([name]) => name !== 'kube-root-ca.crt' && name !== 'default')
}

/** The first row, by the names of the columns. */
async function shownOf(it: CaseContext, root: string, resource: string): Promise<Record<string, unknown>> {
  const table = await tableOf(it, root, resource)
  const names = listOf(at(table, 'columnDefinitions')).map((column) => String(at(column, 'name')))
  const [cells = []] = cellsOf(table)
  return Object.fromEntries(names.map((name, index) => [name, cells[index]]))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
