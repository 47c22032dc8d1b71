import { expect, test } from 'vitest'
import { renderCase } from '../../../support/kustomize/render-case.ts'

test.each([
  [
    'workloads of the name get the count, all kinds',
    {
      'kustomization.yaml': `resources: [a.yaml]
replicas: [{ name: a, count: 3 }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
spec: { replicas: 1 }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: a }
spec: {}
---
apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: a }
---
apiVersion: v1
kind: ReplicationController
metadata: { name: a }
spec: { replicas: 0 }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: b }
spec: { replicas: 1 }
`,
    },
    `apiVersion: apps/v1
kind: Deployment
metadata:
  name: a
spec:
  replicas: 3
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: b
spec:
  replicas: 1
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: a
spec:
  replicas: 3
---
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: a
spec:
  replicas: 3
---
apiVersion: v1
kind: ReplicationController
metadata:
  name: a
spec:
  replicas: 3
`,
  ],
  [
    'another kind of the name does not',
    {
      'kustomization.yaml': `resources: [a.yaml]
replicas: [{ name: a, count: 3 }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
---
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: a }
spec: { replicas: 1 }
---
apiVersion: x.io/v1
kind: Scale
metadata: { name: a }
spec: { replicas: 1 }
`,
    },
    `apiVersion: apps/v1
kind: Deployment
metadata:
  name: a
spec:
  replicas: 3
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: a
spec:
  replicas: 1
---
apiVersion: x.io/v1
kind: Scale
metadata:
  name: a
spec:
  replicas: 1
`,
  ],
  [
    'a count of none is a count',
    {
      'kustomization.yaml': `resources: [a.yaml]
replicas: [{ name: a, count: 0 }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
spec: { replicas: 2 }
`,
    },
    `apiVersion: apps/v1
kind: Deployment
metadata:
  name: a
spec:
  replicas: 0
`,
  ],
  [
    'the name may be the one before a prefix of the same layer',
    {
      'kustomization.yaml': `resources: [a.yaml]
namePrefix: p-
replicas: [{ name: a, count: 3 }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
`,
    },
    `apiVersion: apps/v1
kind: Deployment
metadata:
  name: p-a
spec:
  replicas: 3
`,
  ],
  [
    'or the one with it',
    {
      'kustomization.yaml': `resources: [a.yaml]
namePrefix: p-
replicas: [{ name: p-a, count: 3 }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
`,
    },
    `apiVersion: apps/v1
kind: Deployment
metadata:
  name: p-a
spec:
  replicas: 3
`,
  ],
  [
    'a name in two namespaces is both',
    {
      'kustomization.yaml': `resources: [a.yaml]
replicas: [{ name: a, count: 3 }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a, namespace: x }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: a, namespace: y }
`,
    },
    `apiVersion: apps/v1
kind: Deployment
metadata:
  name: a
  namespace: x
spec:
  replicas: 3
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: a
  namespace: "y"
spec:
  replicas: 3
`,
  ],
  [
    'the later of two entries wins',
    {
      'kustomization.yaml': `resources: [a.yaml]
replicas: [{ name: a, count: 3 }, { name: a, count: 4 }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
`,
    },
    `apiVersion: apps/v1
kind: Deployment
metadata:
  name: a
spec:
  replicas: 4
`,
  ],
  [
    'a field of a configuration is set where it is there',
    {
      'kustomization.yaml': `resources: [a.yaml]
replicas: [{ name: a, count: 3 }]
configurations: [c.yaml]
`,
      'a.yaml': `apiVersion: x.io/v1
kind: Thing
metadata: { name: a }
spec: { size: 1 }
`,
      'c.yaml': `replicas:
- { path: spec/size, kind: Thing }
`,
    },
    `apiVersion: x.io/v1
kind: Thing
metadata:
  name: a
spec:
  size: 3
`,
  ],
  [
    'a count may be written over a text',
    {
      'kustomization.yaml': `resources: [a.yaml]
replicas: [{ name: a, count: 3 }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
spec: { replicas: many }
`,
    },
    `apiVersion: apps/v1
kind: Deployment
metadata:
  name: a
spec:
  replicas: 3
`,
  ],
])('%s', async (_, files, output) => {
  expect(await renderCase({ files, target: '' })).toEqual({ output })
})

test.each([
  [
    'a name that no workload has is an error',
    {
      'kustomization.yaml': `resources: [a.yaml]
replicas: [{ name: b, count: 3 }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: b }
`,
    },
    /resource with name b does not match a config with the following GVK/,
  ],
  [
    'replicas that are a map are an error',
    {
      'kustomization.yaml': `resources: [a.yaml]
replicas: [{ name: a, count: 3 }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
spec: { replicas: { a: 1 } }
`,
    },
    /considering field .spec.replicas. of object Deployment.v1.apps\/a.\[noNs\]: wrong node kind: expected ScalarNode but got MappingNode/,
  ],
])('%s', async (_, files, message) => {
  expect(await renderCase({ files, target: '' })).toEqual({ error: expect.stringMatching(message) })
})
