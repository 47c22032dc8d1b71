import { expect, test } from 'vitest'
import { renderCase } from '../../../support/kustomize/render-case.ts'

test.each([
  [
    'labels reach the metadata alone',
    {
      'kustomization.yaml': `resources: [a.yaml]
labels: [{ pairs: { team: web } }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
spec: { selector: { matchLabels: { app: a } }, template: { metadata: { labels: { app: a } }, spec: { containers: [] } } }
`,
    },
    `apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    team: web
  name: a
spec:
  selector:
    matchLabels:
      app: a
  template:
    metadata:
      labels:
        app: a
    spec:
      containers: []
`,
  ],
  [
    'with templates they reach pods, but no selector',
    {
      'kustomization.yaml': `resources: [a.yaml]
labels: [{ pairs: { team: web }, includeTemplates: true }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
spec: { selector: { matchLabels: { app: a } }, template: { metadata: { labels: { app: a } }, spec: { containers: [] } } }
`,
    },
    `apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    team: web
  name: a
spec:
  selector:
    matchLabels:
      app: a
  template:
    metadata:
      labels:
        app: a
        team: web
    spec:
      containers: []
`,
  ],
  [
    'with selectors they reach both',
    {
      'kustomization.yaml': `resources: [a.yaml]
labels: [{ pairs: { team: web }, includeSelectors: true }]
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
spec: { selector: { matchLabels: { app: a } }, template: { metadata: { labels: { app: a } }, spec: { containers: [] } } }
---
apiVersion: v1
kind: Service
metadata: { name: s }
spec: { selector: { app: a } }
`,
    },
    `apiVersion: v1
kind: Service
metadata:
  labels:
    team: web
  name: s
spec:
  selector:
    app: a
    team: web
---
apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    team: web
  name: a
spec:
  selector:
    matchLabels:
      app: a
      team: web
  template:
    metadata:
      labels:
        app: a
        team: web
    spec:
      containers: []
`,
  ],
  [
    'commonLabels make the selector of a Deployment, but not that of a Job',
    {
      'kustomization.yaml': `resources: [a.yaml]
commonLabels: { team: web }
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
spec: { template: { metadata: { labels: { app: a } }, spec: { containers: [] } } }
---
apiVersion: batch/v1
kind: Job
metadata: { name: j }
spec: { template: { metadata: { labels: { app: a } }, spec: { containers: [] } } }
`,
    },
    `apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    team: web
  name: a
spec:
  selector:
    matchLabels:
      team: web
  template:
    metadata:
      labels:
        app: a
        team: web
    spec:
      containers: []
---
apiVersion: batch/v1
kind: Job
metadata:
  labels:
    team: web
  name: j
spec:
  template:
    metadata:
      labels:
        app: a
        team: web
    spec:
      containers: []
`,
  ],
  [
    'a selector of a Job that is there gets them too',
    {
      'kustomization.yaml': `resources: [a.yaml]
commonLabels: { team: web }
`,
      'a.yaml': `apiVersion: batch/v1
kind: Job
metadata: { name: j }
spec: { selector: { matchLabels: { app: a } }, template: { metadata: { labels: { app: a } }, spec: { containers: [] } } }
`,
    },
    `apiVersion: batch/v1
kind: Job
metadata:
  labels:
    team: web
  name: j
spec:
  selector:
    matchLabels:
      app: a
      team: web
  template:
    metadata:
      labels:
        app: a
        team: web
    spec:
      containers: []
`,
  ],
  [
    'they reach claims, affinities and the selectors of spread constraints',
    {
      'kustomization.yaml': `resources: [a.yaml]
commonLabels: { team: web }
`,
      'a.yaml': `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: s }
spec:
  volumeClaimTemplates: [{ metadata: { name: v } }]
  template:
    spec:
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: z, labelSelector: { matchLabels: { app: s } } }] } }
      topologySpreadConstraints: [{ maxSkew: 1, labelSelector: { matchLabels: { app: s } } }]
`,
    },
    `apiVersion: apps/v1
kind: StatefulSet
metadata:
  labels:
    team: web
  name: s
spec:
  selector:
    matchLabels:
      team: web
  template:
    metadata:
      labels:
        team: web
    spec:
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - labelSelector:
              matchLabels:
                app: s
                team: web
            topologyKey: z
      topologySpreadConstraints:
      - labelSelector:
          matchLabels:
            app: s
            team: web
        maxSkew: 1
  volumeClaimTemplates:
  - metadata:
      labels:
        team: web
      name: v
`,
  ],
  [
    'they reach the template of the job of a CronJob',
    {
      'kustomization.yaml': `resources: [a.yaml]
commonLabels: { team: web }
`,
      'a.yaml': `apiVersion: batch/v1
kind: CronJob
metadata: { name: c }
spec: { jobTemplate: { spec: { template: { metadata: { labels: { app: a } }, spec: { containers: [] } } } } }
`,
    },
    `apiVersion: batch/v1
kind: CronJob
metadata:
  labels:
    team: web
  name: c
spec:
  jobTemplate:
    metadata:
      labels:
        team: web
    spec:
      template:
        metadata:
          labels:
            app: a
            team: web
        spec:
          containers: []
`,
  ],
  [
    'the pod selector of a policy and of a budget gets them, where it is there',
    {
      'kustomization.yaml': `resources: [a.yaml]
commonLabels: { team: web }
`,
      'a.yaml': `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: n }
spec: { podSelector: { matchLabels: { app: a } }, ingress: [{ from: [{ podSelector: { matchLabels: { app: b } } }] }] }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: p }
spec: { selector: { matchLabels: { app: a } } }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: all }
spec: { podSelector: {} }
`,
    },
    `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  labels:
    team: web
  name: p
spec:
  selector:
    matchLabels:
      app: a
      team: web
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  labels:
    team: web
  name: all
spec:
  podSelector: {}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  labels:
    team: web
  name: "n"
spec:
  ingress:
  - from:
    - podSelector:
        matchLabels:
          app: b
          team: web
  podSelector:
    matchLabels:
      app: a
      team: web
`,
  ],
  [
    'the later of two entries wins',
    {
      'kustomization.yaml': `resources: [a.yaml]
labels: [{ pairs: { team: web } }, { pairs: { team: shop } }]
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a, labels: { team: old } }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  labels:
    team: shop
  name: a
`,
  ],
  [
    'the entries of labels come before commonLabels',
    {
      'kustomization.yaml': `resources: [a.yaml]
labels: [{ pairs: { team: web } }]
commonLabels: { team: shop }
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  labels:
    team: shop
  name: a
`,
  ],
  [
    'fields of an entry are set as well',
    {
      'kustomization.yaml': `resources: [a.yaml]
labels: [{ pairs: { team: web }, fields: [{ path: spec/tags, kind: Thing, create: true }] }]
`,
      'a.yaml': `apiVersion: x.io/v1
kind: Thing
metadata: { name: t }
spec: {}
---
apiVersion: x.io/v1
kind: Other
metadata: { name: o }
spec: {}
`,
    },
    `apiVersion: x.io/v1
kind: Other
metadata:
  labels:
    team: web
  name: o
spec: {}
---
apiVersion: x.io/v1
kind: Thing
metadata:
  labels:
    team: web
  name: t
spec:
  tags:
    team: web
`,
  ],
  [
    'a configuration adds fields to commonLabels',
    {
      'kustomization.yaml': `resources: [a.yaml]
commonLabels: { team: web }
configurations: [c.yaml]
`,
      'a.yaml': `apiVersion: x.io/v1
kind: Thing
metadata: { name: t }
spec: {}
`,
      'c.yaml': `commonLabels:
- { path: spec/selector, kind: Thing, create: true }
`,
    },
    `apiVersion: x.io/v1
kind: Thing
metadata:
  labels:
    team: web
  name: t
spec:
  selector:
    team: web
`,
  ],
  [
    'labels that are null are made anew',
    {
      'kustomization.yaml': `resources: [a.yaml]
labels: [{ pairs: { team: web } }]
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a, labels: null }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  labels:
    team: web
  name: a
`,
  ],
  [
    'a text that looks like a number keeps its quotes',
    {
      'kustomization.yaml': `resources: [a.yaml]
labels: [{ pairs: { team: "1", of: "true" } }]
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  labels:
    of: "true"
    team: "1"
  name: a
`,
  ],
  [
    'annotations reach the metadata and templates',
    {
      'kustomization.yaml': `resources: [a.yaml]
commonAnnotations: { note: hello }
`,
      'a.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
spec: { template: { metadata: { labels: { app: a } }, spec: { containers: [] } } }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: b, annotations: { note: old } }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  annotations:
    note: hello
  name: b
---
apiVersion: apps/v1
kind: Deployment
metadata:
  annotations:
    note: hello
  name: a
spec:
  template:
    metadata:
      annotations:
        note: hello
      labels:
        app: a
    spec:
      containers: []
`,
  ],
])('%s', async (_, files, output) => {
  expect(await renderCase({ files, target: '' })).toEqual({ output })
})

test.each([
  [
    'labels that are no map are an error',
    {
      'kustomization.yaml': `resources: [a.yaml]
labels: [{ pairs: { team: web } }]
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a, labels: [a] }
`,
    },
    /considering field .metadata.labels. of object ConfigMap.v1.\[noGrp\]\/a.\[noNs\]: wrong node kind: expected MappingNode but got SequenceNode/,
  ],
])('%s', async (_, files, message) => {
  expect(await renderCase({ files, target: '' })).toEqual({ error: expect.stringMatching(message) })
})

test.each([
  'labels: [{ pairs: { "123": a } }]',
  'commonLabels: { on: a }',
  'commonAnnotations: { "1.5": a }',
  'configMapGenerator: [{ name: g, options: { labels: { "null": a } } }]',
])('a key that is no text without quotes is an error where it is added: %s', async (field) => {
  const files = {
    'kustomization.yaml': `resources: [a.yaml]\n${field}\n`,
    'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n',
  }

  expect(await renderCase({ files, target: '' })).toEqual({
    error: expect.stringContaining('json: unsupported type'),
  })
})

test('a key that is there in quotes may be written over', async () => {
  const files = {
    'kustomization.yaml': 'resources: [a.yaml]\nlabels: [{ pairs: { "123": b } }]\n',
    'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, labels: { "123": a } }\n',
  }

  expect(await renderCase({ files, target: '' })).toEqual({
    output: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n    "123": b\n  name: a\n',
  })
})
