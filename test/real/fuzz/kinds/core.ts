import { distinct, type FuzzKind, item, listOf, mapOfTexts, oneOf, some } from './kind.ts'

export const configMap: FuzzKind = {
  apiVersions: ['v1'],
  kind: 'ConfigMap',
  resource: 'configmaps',
  storesUnlike: true,
  base: {},
  parts: some({ data: mapOfTexts, binaryData: some({ d: oneOf('eA==', 'eHk=') }), immutable: oneOf(false) }),
}

export const secret: FuzzKind = {
  apiVersions: ['v1'],
  kind: 'Secret',
  resource: 'secrets',
  storesUnlike: true,
  base: {},
  parts: some({
    data: some({ a: oneOf('eA==', 'eQ=='), b: oneOf('eA==') }),
    stringData: some({ a: oneOf('x', 'z'), c: oneOf('') }),
    type: oneOf('Opaque', 'Opaque', 'example.test/other'),
  }),
}

const servicePort = item(
  { port: oneOf(80, 81) },
  {
    name: oneOf('http', 'https', 'metrics'),
    protocol: oneOf('TCP', 'UDP'),
    targetPort: oneOf(8080, 8081, 'web'),
    appProtocol: oneOf('h2c'),
  },
)

export const service: FuzzKind = {
  apiVersions: ['v1'],
  kind: 'Service',
  resource: 'services',
  makesThroughStatus: true,
  base: { spec: { ports: [{ name: 'base', port: 1 }] } },
  parts: some({
    spec: some({
      ports: distinct(servicePort, 'port', 'protocol'),
      selector: mapOfTexts,
      type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer'),
      externalIPs: listOf(oneOf('192.0.2.1', '192.0.2.2'), 2),
      sessionAffinity: oneOf('None', 'ClientIP'),
      publishNotReadyAddresses: oneOf(true, false),
      internalTrafficPolicy: oneOf('Cluster', 'Local'),
    }),
  }),
  status: some({
    status: some({
      loadBalancer: some({ ingress: listOf(some({ ip: oneOf('192.0.2.9', '192.0.2.8') }), 2) }),
    }),
  }),
}

export const serviceAccount: FuzzKind = {
  apiVersions: ['v1'],
  kind: 'ServiceAccount',
  resource: 'serviceaccounts',
  base: {},
  parts: some({
    automountServiceAccountToken: oneOf(true, false),
    secrets: distinct(item({ name: oneOf('a', 'b') }), 'name'),
    imagePullSecrets: distinct(some({ name: oneOf('a', 'b') }), 'name'),
  }),
}
