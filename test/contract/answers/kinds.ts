import {
  type AnswerRow,
  accounts,
  apply,
  cause,
  core,
  deployments,
  get,
  merge,
  podTemplate,
  podTemplates,
  post,
  put,
  secrets,
  service,
  services,
  without,
} from './row.ts'

const invalid = 'FieldValueInvalid'
const one = `${services}/a`
const serviceWith = (
  fact: string,
  spec: Parameters<typeof service>[0],
  field: string,
  reason: string = invalid,
): AnswerRow => ({
  fact,
  ask: post(services, service(spec)),
  status: 422,
  answer: cause(field, reason),
})
const podWith = (
  fact: string,
  [spec, container]: Parameters<typeof podTemplate>,
  field: string,
  reason: string = invalid,
): AnswerRow => ({
  fact,
  ask: post(podTemplates, podTemplate(spec, container)),
  status: 422,
  answer: cause(`template.spec.${field}`, reason),
})
const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }

/** What each built-in kind checks, fills in and keeps. */
export const kindRows: readonly AnswerRow[] = [
  serviceWith('a Service has ports', { ports: [] }, 'spec.ports', 'FieldValueRequired'),
  serviceWith(
    'of several ports each has a name',
    { ports: [{ port: 80 }, { port: 81, name: 'b' }] },
    'spec.ports[0].name',
    'FieldValueRequired',
  ),
  serviceWith(
    'two ports of a Service have two names',
    {
      ports: [
        { port: 80, name: 'a' },
        { port: 81, name: 'a' },
      ],
    },
    'spec.ports[1].name',
    'FieldValueDuplicate',
  ),
  serviceWith(
    'two ports of a Service differ in number or protocol',
    {
      ports: [
        { port: 80, name: 'a' },
        { port: 80, name: 'b' },
      ],
    },
    'spec.ports[1]',
    'FieldValueDuplicate',
  ),
  serviceWith('a port is above 0', { ports: [{ port: 0 }] }, 'spec.ports[0].port'),
  serviceWith('a port is below 65536', { ports: [{ port: 65536 }] }, 'spec.ports[0].port'),
  serviceWith('an external address is an address', { externalIPs: ['here'] }, 'spec.externalIPs[0]'),
  serviceWith(
    'a policy for outside needs an outside',
    { externalTrafficPolicy: 'Local' },
    'spec.externalTrafficPolicy',
  ),
  {
    fact: 'a Service with external addresses gets a policy for outside',
    ask: post(services, service({ externalIPs: ['192.0.2.1'] })),
    status: 201,
    answer: { spec: { externalTrafficPolicy: 'Cluster' } },
  },
  {
    fact: 'the policy for outside goes with the external addresses',
    given: [post(services, service({ externalIPs: ['192.0.2.1'] }))],
    ask: merge(one, { spec: { externalIPs: null } }),
    status: 200,
    answer: { spec: without('externalTrafficPolicy') },
  },
  {
    fact: 'a target port is the port unless told',
    ask: post(services, service()),
    status: 201,
    answer: { spec: { ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }] } },
  },
  {
    fact: 'one number under two protocols is two ports',
    ask: post(
      services,
      service({
        ports: [
          { port: 80, name: 'a' },
          { port: 80, name: 'b', protocol: 'UDP' },
        ],
      }),
    ),
    status: 201,
  },
  {
    fact: 'a sticky Service has a timeout',
    ask: post(services, service({ sessionAffinity: 'ClientIP' })),
    status: 201,
    answer: { spec: { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } } } },
  },
  {
    fact: 'the timeout goes when a Service is sticky no more',
    given: [post(services, service({ sessionAffinity: 'ClientIP' }))],
    ask: merge(one, { spec: { sessionAffinity: 'None' } }),
    status: 200,
    answer: { spec: without('sessionAffinityConfig') },
  },
  {
    fact: 'a headless Service needs no ports',
    ask: post(services, { ...service(), spec: { clusterIP: 'None' } }),
    status: 201,
    answer: { spec: { clusterIP: 'None' } },
  },
  {
    fact: 'a balancer says nothing of a Service that has none',
    given: [post(services, service())],
    ask: merge(`${one}/status`, { status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } }),
    status: 422,
    answer: cause('status.loadBalancer.ingress', 'FieldValueForbidden'),
  },
  {
    fact: 'a balancer says how its address is used',
    given: [post(services, service({ type: 'LoadBalancer' }))],
    ask: merge(`${one}/status`, { status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } }),
    status: 200,
    answer: { status: { loadBalancer: { ingress: [{ ip: '192.0.2.1', ipMode: 'VIP' }] } } },
  },
  {
    fact: 'what a balancer said goes with it',
    given: [
      post(services, service({ type: 'LoadBalancer' })),
      merge(`${one}/status`, { status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } }),
    ],
    ask: merge(one, { spec: { type: 'ClusterIP' } }),
    status: 200,
    answer: { status: { loadBalancer: without('ingress') } },
  },
  podWith('a pod has containers', [{ containers: [] }, {}], 'containers', 'FieldValueRequired'),
  podWith('a container has an image', [{}, { image: '' }], 'containers[0].image', 'FieldValueRequired'),
  podWith("a container's name is a label", [{}, { name: 'A' }], 'containers[0].name'),
  podWith(
    'a mount is of a volume that is there',
    [{}, { volumeMounts: [{ name: 'none', mountPath: '/a' }] }],
    'containers[0].volumeMounts[0].name',
    'FieldValueNotFound',
  ),
  podWith(
    'two mounts are at two places',
    [
      { volumes: [{ name: 'v' }] },
      {
        volumeMounts: [
          { name: 'v', mountPath: '/a' },
          { name: 'v', mountPath: '/a' },
        ],
      },
    ],
    'containers[0].volumeMounts[1].mountPath',
  ),
  podWith(
    'a mount has a place',
    [{ volumes: [{ name: 'v' }] }, { volumeMounts: [{ name: 'v', mountPath: '' }] }],
    'containers[0].volumeMounts[0].mountPath',
    'FieldValueRequired',
  ),
  podWith(
    'two ports of a container have two names',
    [
      {},
      {
        ports: [
          { containerPort: 80, name: 'a' },
          { containerPort: 81, name: 'a' },
        ],
      },
    ],
    'containers[0].ports[1].name',
    'FieldValueDuplicate',
  ),
  podWith(
    'a port of a container has a number',
    [{}, { ports: [{ name: 'a' }] }],
    'containers[0].ports[0].containerPort',
    'FieldValueRequired',
  ),
  podWith(
    'a pull policy is one of three',
    [{}, { imagePullPolicy: 'Sometimes' }],
    'containers[0].imagePullPolicy',
    'FieldValueNotSupported',
  ),
  podWith(
    'a probe says how',
    [{}, { readinessProbe: {} }],
    'containers[0].readinessProbe',
    'FieldValueRequired',
  ),
  podWith(
    'a probe over HTTP has a port',
    [{}, { readinessProbe: { httpGet: { port: 0 } } }],
    'containers[0].readinessProbe.httpGet.port',
  ),
  podWith(
    'two volumes have two names',
    [{ volumes: [{ name: 'v' }, { name: 'v' }] }, {}],
    'volumes[1].name',
    'FieldValueDuplicate',
  ),
  podWith(
    'a skew is above 0',
    [
      { topologySpreadConstraints: [{ maxSkew: 0, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule' }] },
      {},
    ],
    'topologySpreadConstraints[0].maxSkew',
  ),
  podWith(
    'a spread says what to do',
    [{ topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'a' }] }, {}],
    'topologySpreadConstraints[0].whenUnsatisfiable',
    'FieldValueNotSupported',
  ),
  podWith(
    'a toleration of every key is of its existence',
    [{ tolerations: [{ operator: 'Equal' }] }, {}],
    'tolerations[0].operator',
  ),
  podWith(
    'the address of an alias is an address',
    [{ hostAliases: [{ ip: 'here' }] }, {}],
    'hostAliases[0].ip',
  ),
  {
    fact: 'the name of an account stands under its old key too',
    ask: post(podTemplates, podTemplate({ serviceAccountName: 'x' })),
    status: 201,
    answer: { template: { spec: { serviceAccountName: 'x', serviceAccount: 'x' } } },
  },
  {
    fact: 'the new key of an account counts',
    given: [post(podTemplates, podTemplate({ serviceAccountName: 'x' }))],
    ask: merge(`${podTemplates}/a`, { template: { spec: { serviceAccountName: 'y' } } }),
    status: 200,
    answer: { template: { spec: { serviceAccountName: 'y', serviceAccount: 'y' } } },
  },
  {
    fact: 'an image without a tag is always pulled',
    ask: post(podTemplates, podTemplate({}, { image: 'example.test/web' })),
    status: 201,
    answer: { template: { spec: { containers: [{ imagePullPolicy: 'Always' }] } } },
  },
  {
    fact: 'an empty selector selects nothing for a Deployment',
    ask: apply(`${deployments}/a`, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: { selector: {}, template: podTemplate().template ?? null },
    }),
    status: 422,
    answer: cause('spec.selector', invalid),
  },
  {
    fact: 'a Secret is opaque unless told',
    ask: post(secrets, secret),
    status: 201,
    answer: { type: 'Opaque' },
  },
  {
    fact: 'a Secret of TLS has a certificate and a key',
    ask: post(secrets, { ...secret, type: 'kubernetes.io/tls', data: {} }),
    status: 422,
    answer: cause('data[tls.crt]', 'FieldValueRequired'),
  },
  {
    fact: "a Secret's type does not change",
    given: [post(secrets, secret)],
    ask: merge(`${secrets}/a`, { type: 'example.test/other' }),
    status: 422,
    answer: cause('type', invalid),
  },
  {
    fact: "a Secret's data is base64",
    ask: post(secrets, { ...secret, data: { a: 'x' } }),
    status: 400,
    answer: 'illegal base64 data at input byte 0',
  },
  {
    fact: 'the data of an apply is base64',
    ask: apply(`${secrets}/a`, { ...secret, data: { a: 'x' } }),
    status: 500,
    answer: 'error decoding from json: illegal base64 data at input byte 0',
  },
  {
    fact: 'plain text of a Secret wins over its data',
    ask: post(secrets, { ...secret, data: { a: 'eA==' }, stringData: { a: 'y' } }),
    status: 201,
    answer: { data: { a: 'eQ==' } },
  },
  {
    fact: 'an immutable Secret stays as it is',
    given: [post(secrets, { ...secret, immutable: true, data: { a: 'eA==' } })],
    ask: merge(`${secrets}/a`, { data: { a: 'eQ==' } }),
    status: 422,
    answer: cause('data', 'FieldValueForbidden'),
  },
  {
    fact: 'an immutable Secret stays immutable',
    given: [post(secrets, { ...secret, immutable: true })],
    ask: merge(`${secrets}/a`, { immutable: false }),
    status: 422,
    answer: cause('immutable', 'FieldValueForbidden'),
  },
  {
    fact: 'the managed fields are lost where a list has items without their key',
    ask: post(accounts, { metadata: { name: 'a' }, secrets: [{}] }),
    status: 201,
    answer: { metadata: without('managedFields') },
  },
  {
    fact: 'an apply over a list with items without their key is an internal error',
    given: [post(accounts, { metadata: { name: 'a' }, secrets: [{}] })],
    ask: apply(`${accounts}/a`, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a' } }),
    status: 500,
    answer: 'failed to create manager for existing fields',
  },
  {
    fact: 'an apply to the status of a Deployment that is not there is not found',
    ask: apply(`${deployments}/a/status`, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
    }),
    status: 404,
  },
  {
    fact: 'a namespace tells its name in a label',
    ask: get('/api/v1/namespaces/NS'),
    status: 200,
    answer: { metadata: { labels: { 'kubernetes.io/metadata.name': 'NS' } }, status: { phase: 'Active' } },
  },
  {
    fact: 'a namespace that the server needs cannot be deleted',
    ask: { method: 'DELETE', path: '/api/v1/namespaces/default' },
    status: 403,
    answer: 'this namespace may not be deleted',
  },
  {
    fact: 'a Lease lasts longer than no time',
    ask: post('/apis/coordination.k8s.io/v1/namespaces/NS/leases', {
      metadata: { name: 'a' },
      spec: { leaseDurationSeconds: 0 },
    }),
    status: 422,
    answer: cause('spec.leaseDurationSeconds', invalid),
  },
  {
    fact: 'a binding keeps its role',
    given: [
      post('/apis/rbac.authorization.k8s.io/v1/namespaces/NS/rolebindings', {
        metadata: { name: 'a' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'x' },
      }),
    ],
    ask: put('/apis/rbac.authorization.k8s.io/v1/namespaces/NS/rolebindings/a', {
      metadata: { name: 'a' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'y' },
    }),
    status: 422,
    answer: 'cannot change roleRef',
  },
  {
    fact: 'a path of an Ingress has a type',
    ask: post('/apis/networking.k8s.io/v1/namespaces/NS/ingresses', {
      metadata: { name: 'a' },
      spec: {
        rules: [
          { http: { paths: [{ path: '/', backend: { service: { name: 'x', port: { number: 80 } } } }] } },
        ],
      },
    }),
    status: 422,
    answer: 'pathType must be specified',
  },
  {
    fact: 'a policy of network is for what comes in unless told',
    ask: post('/apis/networking.k8s.io/v1/namespaces/NS/networkpolicies', {
      metadata: { name: 'a' },
      spec: { podSelector: {} },
    }),
    status: 201,
    answer: { spec: { policyTypes: ['Ingress'] } },
  },
  { fact: 'a status of a ConfigMap is no subresource', ask: get(`${core}/configmaps/a/status`), status: 404 },
]
