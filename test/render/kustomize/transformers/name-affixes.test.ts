import { expect, test } from 'vitest'
import { renderCase } from '../../../support/kustomize/render-case.ts'

test.each([
  [
    'a prefix and a suffix stand around the name',
    {
      'kustomization.yaml': `resources: [a.yaml]
namePrefix: p-
nameSuffix: -s
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: p-a-s
`,
  ],
  [
    'definitions, namespaces and API services keep their names',
    {
      'kustomization.yaml': `resources: [a.yaml]
namePrefix: p-
`,
      'a.yaml': `apiVersion: v1
kind: Namespace
metadata: { name: n }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ts.x.io }
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1.x }
`,
    },
    `apiVersion: v1
kind: Namespace
metadata:
  name: "n"
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ts.x.io
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata:
  name: v1.x
`,
  ],
  [
    'who names the object names it anew',
    {
      'kustomization.yaml': `resources: [a.yaml]
namePrefix: p-
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: d }
spec: { template: { spec: { volumes: [{ name: v, configMap: { name: a } }, { name: w, configMap: { name: other } }], containers: [{ name: c, envFrom: [{ configMapRef: { name: a } }] }] } } }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: p-a
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: p-d
spec:
  template:
    spec:
      containers:
      - envFrom:
        - configMapRef:
            name: p-a
        name: c
      volumes:
      - configMap:
          name: p-a
        name: v
      - configMap:
          name: other
        name: w
`,
  ],
  [
    'only an object of the same namespace is meant',
    {
      'kustomization.yaml': `resources: [a.yaml]
namePrefix: p-
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a, namespace: x }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: d, namespace: y }
spec: { template: { spec: { volumes: [{ name: v, configMap: { name: a } }] } } }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: p-a
  namespace: x
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: p-d
  namespace: "y"
spec:
  template:
    spec:
      volumes:
      - configMap:
          name: a
        name: v
`,
  ],
  [
    'the affixes of a base stand inside',
    {
      'kustomization.yaml': `resources: [base]
namePrefix: o-
nameSuffix: -t
`,
      'base/kustomization.yaml': `resources: [a.yaml]
namePrefix: p-
nameSuffix: -s
`,
      'base/a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: d }
spec: { template: { spec: { volumes: [{ name: v, configMap: { name: a } }] } } }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: o-p-a-s-t
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: o-p-d-s-t
spec:
  template:
    spec:
      volumes:
      - configMap:
          name: o-p-a-s-t
        name: v
`,
  ],
  [
    'a name of two bases means that of its own',
    {
      'kustomization.yaml': `resources: [one, two]
`,
      'one/kustomization.yaml': `resources: [a.yaml]
namePrefix: one-
`,
      'two/kustomization.yaml': `resources: [a.yaml]
namePrefix: two-
`,
      'one/a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a }
---
apiVersion: v1
kind: Pod
metadata: { name: d }
spec: { volumes: [{ name: v, configMap: { name: a } }] }
`,
      'two/a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a }
---
apiVersion: v1
kind: Pod
metadata: { name: d }
spec: { volumes: [{ name: v, configMap: { name: a } }] }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: one-a
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: two-a
---
apiVersion: v1
kind: Pod
metadata:
  name: one-d
spec:
  volumes:
  - configMap:
      name: one-a
    name: v
---
apiVersion: v1
kind: Pod
metadata:
  name: two-d
spec:
  volumes:
  - configMap:
      name: two-a
    name: v
`,
  ],
  [
    'a name that is a number stays one, or becomes text',
    {
      'kustomization.yaml': `resources: [a.yaml]
namePrefix: "1"
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: 23 }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: "24" }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: true }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: 123
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: "124"
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: 1true
`,
  ],
  [
    'a field of a configuration gets the prefix',
    {
      'kustomization.yaml': `resources: [a.yaml]
namePrefix: p-
configurations: [c.yaml]
`,
      'a.yaml': `apiVersion: x.io/v1
kind: Thing
metadata: { name: t }
spec: { host: h }
---
apiVersion: x.io/v1
kind: Other
metadata: { name: o }
spec: { host: h }
`,
      'c.yaml': `namePrefix:
- { path: spec/host, kind: Thing }
`,
    },
    `apiVersion: x.io/v1
kind: Other
metadata:
  name: p-o
spec:
  host: h
---
apiVersion: x.io/v1
kind: Thing
metadata:
  name: p-t
spec:
  host: p-h
`,
  ],
  [
    'a configuration makes a field a name reference',
    {
      'kustomization.yaml': `resources: [a.yaml]
namePrefix: p-
configurations: [c.yaml]
`,
      'a.yaml': `apiVersion: x.io/v1
kind: Thing
metadata: { name: t }
spec: { ref: { name: a }, refs: [a, b] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
`,
      'c.yaml': `nameReference:
- kind: ConfigMap
  version: v1
  fieldSpecs:
  - { path: spec/ref/name, kind: Thing }
  - { path: spec/refs, kind: Thing }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: p-a
---
apiVersion: x.io/v1
kind: Thing
metadata:
  name: p-t
spec:
  ref:
    name: p-a
  refs:
  - p-a
  - b
`,
  ],
  [
    'a PrefixTransformer with fields of its own changes these',
    {
      'kustomization.yaml': `resources: [a.yaml]
transformers: [t.yaml]
`,
      'a.yaml': `apiVersion: x.io/v1
kind: Thing
metadata: { name: t }
spec: { host: h }
`,
      't.yaml': `apiVersion: builtin
kind: PrefixTransformer
metadata: { name: t }
prefix: p-
fieldSpecs: [{ path: spec/host }]
`,
    },
    `apiVersion: x.io/v1
kind: Thing
metadata:
  name: t
spec:
  host: p-h
`,
  ],
  [
    'a hash stands behind the suffix',
    {
      'kustomization.yaml': `resources: [a.yaml]
nameSuffix: -s
configMapGenerator: [{ name: g, literals: [a=b] }]
`,
      'a.yaml': `apiVersion: v1
kind: Pod
metadata: { name: d }
spec: { volumes: [{ name: v, configMap: { name: g } }] }
`,
    },
    `apiVersion: v1
data:
  a: b
kind: ConfigMap
metadata:
  name: g-s-4h2mbtbbt6
---
apiVersion: v1
kind: Pod
metadata:
  name: d-s
spec:
  volumes:
  - configMap:
      name: g-s-4h2mbtbbt6
    name: v
`,
  ],
])('%s', async (_, files, output) => {
  expect(await renderCase({ files, target: '' })).toEqual({ output })
})
