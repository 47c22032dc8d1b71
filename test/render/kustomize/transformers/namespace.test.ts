import { expect, test } from 'vitest'
import { renderCase } from '../../../support/kustomize/render-case.ts'

test.each([
  [
    'a namespaced object is put into the namespace, whatever namespace it had',
    {
      'kustomization.yaml': `resources: [a.yaml]
namespace: shop
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: b, namespace: old }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  namespace: shop
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: b
  namespace: shop
`,
  ],
  [
    'a cluster-scoped object gets none, and a Namespace the name',
    {
      'kustomization.yaml': `resources: [a.yaml]
namespace: shop
`,
      'a.yaml': `apiVersion: v1
kind: Namespace
metadata: { name: old }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: r }
`,
    },
    `apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: r
`,
  ],
  [
    'an object of an unknown kind is namespaced',
    {
      'kustomization.yaml': `resources: [a.yaml]
namespace: shop
`,
      'a.yaml': `apiVersion: x.io/v1
kind: Thing
metadata: { name: t }
`,
    },
    `apiVersion: x.io/v1
kind: Thing
metadata:
  name: t
  namespace: shop
`,
  ],
  [
    'of the subjects of a binding those that are called default move',
    {
      'kustomization.yaml': `resources: [a.yaml]
namespace: shop
`,
      'a.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: b }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: r }
subjects: [{ kind: ServiceAccount, name: default, namespace: old }, { kind: ServiceAccount, name: other, namespace: old }, { kind: User, name: default }]
`,
    },
    `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: b
  namespace: shop
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: r
subjects:
- kind: ServiceAccount
  name: default
  namespace: shop
- kind: ServiceAccount
  name: other
  namespace: old
- kind: User
  name: default
  namespace: shop
`,
  ],
  [
    'a subject follows a service account that is built with it',
    {
      'kustomization.yaml': `resources: [a.yaml]
namespace: shop
`,
      'a.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: b }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: r }
subjects: [{ kind: ServiceAccount, name: sa, namespace: old }]
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: sa, namespace: old }
`,
    },
    `apiVersion: v1
kind: ServiceAccount
metadata:
  name: sa
  namespace: shop
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: b
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: r
subjects:
- kind: ServiceAccount
  name: sa
  namespace: shop
`,
  ],
  [
    'the service of a webhook follows the Service that is built with it',
    {
      'kustomization.yaml': `resources: [a.yaml]
namespace: shop
`,
      'a.yaml': `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: w }
webhooks: [{ name: x, clientConfig: { service: { name: s, namespace: old } } }]
---
apiVersion: v1
kind: Service
metadata: { name: s, namespace: old }
`,
    },
    `apiVersion: v1
kind: Service
metadata:
  name: s
  namespace: shop
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: w
webhooks:
- clientConfig:
    service:
      name: s
      namespace: shop
  name: x
`,
  ],
  [
    'the service of an APIService and of the conversion of a definition moves',
    {
      'kustomization.yaml': `resources: [a.yaml]
namespace: shop
`,
      'a.yaml': `apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1.x }
spec: { service: { name: s, namespace: old } }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ts.x.io }
spec: { conversion: { webhook: { clientConfig: { service: { name: s, namespace: old } } } } }
`,
    },
    `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ts.x.io
spec:
  conversion:
    webhook:
      clientConfig:
        service:
          name: s
          namespace: shop
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata:
  name: v1.x
spec:
  service:
    name: s
    namespace: shop
`,
  ],
  [
    'an empty namespace changes nothing',
    {
      'kustomization.yaml': `resources: [a.yaml]
namespace: ''
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a, namespace: old }
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  namespace: old
`,
  ],
  [
    'a field of a configuration is set, and made where it says so',
    {
      'kustomization.yaml': `resources: [a.yaml]
namespace: shop
configurations: [c.yaml]
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
      'c.yaml': `namespace:
- { path: spec/space, kind: Thing, create: true }
- { path: spec/place, kind: Other }
`,
    },
    `apiVersion: x.io/v1
kind: Other
metadata:
  name: o
  namespace: shop
spec: {}
---
apiVersion: x.io/v1
kind: Thing
metadata:
  name: t
  namespace: shop
spec:
  space: shop
`,
  ],
  [
    'a NamespaceTransformer that sets only what is unset leaves the others',
    {
      'kustomization.yaml': `resources: [a.yaml]
transformers: [t.yaml]
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a, namespace: old }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: b }
`,
      't.yaml': `apiVersion: builtin
kind: NamespaceTransformer
metadata: { name: t, namespace: shop }
unsetOnly: true
`,
    },
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  namespace: old
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: b
  namespace: shop
`,
  ],
  [
    'a NamespaceTransformer moves all service accounts, or none, where it says so',
    {
      'kustomization.yaml': `resources: [a.yaml]
transformers: [t.yaml]
`,
      'a.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: b }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: r }
subjects: [{ kind: ServiceAccount, name: other, namespace: old }, { kind: Group, name: default }]
`,
      't.yaml': `apiVersion: builtin
kind: NamespaceTransformer
metadata: { name: t, namespace: shop }
setRoleBindingSubjects: allServiceAccounts
`,
    },
    `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: b
  namespace: shop
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: r
subjects:
- kind: ServiceAccount
  name: other
  namespace: shop
- kind: Group
  name: default
`,
  ],
  [
    'of subjects that are to stay none moves',
    {
      'kustomization.yaml': `resources: [a.yaml]
transformers: [t.yaml]
`,
      'a.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: b }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: r }
subjects: [{ kind: ServiceAccount, name: default, namespace: old }]
`,
      't.yaml': `apiVersion: builtin
kind: NamespaceTransformer
metadata: { name: t, namespace: shop }
setRoleBindingSubjects: none
`,
    },
    `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: b
  namespace: shop
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: r
subjects:
- kind: ServiceAccount
  name: default
  namespace: old
`,
  ],
])('%s', async (_, files, output) => {
  expect(await renderCase({ files, target: '' })).toEqual({ output })
})

test.each([
  [
    'two objects that would meet are an error',
    {
      'kustomization.yaml': `resources: [a.yaml]
namespace: shop
`,
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: a, namespace: x }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: a, namespace: y }
`,
    },
    /namespace transformation produces ID conflict/,
  ],
  [
    'subjects that are no list of maps are an error',
    {
      'kustomization.yaml': `resources: [a.yaml]
namespace: shop
`,
      'a.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: b }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: r }
subjects: { a: b }
`,
    },
    /setting namespace on \(cluster\)role binding subjects/,
  ],
])('%s', async (_, files, message) => {
  expect(await renderCase({ files, target: '' })).toEqual({ error: expect.stringMatching(message) })
})
