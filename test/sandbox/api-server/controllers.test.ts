import { expect, test } from 'vitest'
import type { ResourceType } from '../../../src/cluster/discovery.ts'
import { getObject, listObjects } from '../../../src/cluster/requests.ts'
import { openSandboxCluster, type SandboxCluster } from '../../support/sandbox-cluster.ts'

const deployments = aType('apps', 'Deployment', 'deployments')

function aType(group: string, kind: string, resource: string, version = 'v1'): ResourceType {
  return { group, version, kind, resource, namespaced: true, verbs: [] }
}

test('a deployment becomes available', async () => {
  const sandbox = openSandboxCluster()
  await apply(sandbox, 'apps', 'deployments', aDeployment('web', 'web:1', 2))
  sandbox.controllers.settle()
  const web = await getObject(sandbox.cluster, { type: deployments, namespace: 'default', name: 'web' })
  expect(web?.status).toMatchObject({
    observedGeneration: 1,
    replicas: 2,
    availableReplicas: 2,
    updatedReplicas: 2,
  })
  expect(await listObjects(sandbox.cluster, aType('', 'Pod', 'pods'), 'default')).toHaveLength(2)
})

function aDeployment(name: string, image: string, replicas: number) {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main', image }] } },
    },
  }
}

async function apply(
  { cluster }: SandboxCluster,
  group: string,
  resource: string,
  body: ReturnType<typeof aDeployment>,
) {
  return cluster.send({
    verb: 'apply',
    group,
    version: 'v1',
    resource,
    namespace: 'default',
    name: body.metadata.name,
    options: { fieldManager: 'plumbline' },
    body,
  })
}
