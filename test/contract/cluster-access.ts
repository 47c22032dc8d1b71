import { expect } from 'vitest'
import { mayDo, whoAmI } from '../../src/cluster/access-review.ts'
import { type ClusterCase, refusal } from './cluster-case.ts'

/** What a server tells whoever asks about themselves. */
export const accessCases: readonly ClusterCase[] = [
  {
    fact: 'the server tells its version',
    run: async (it) => {
      expect(await it.cluster.version?.()).toMatch(/^v1\.\d+\.\d+/)
    },
  },
  {
    fact: 'the server tells who asks, also whoever may do nothing',
    run: async (it) => {
      expect(await whoAmI(it.cluster)).toBe('admin')
      expect(await whoAmI(it.under.limited)).toBe('limited')
      expect(await refusal(whoAmI(it.under.stranger))).toMatchObject({ code: 'unauthorized' })
    },
  },
  {
    fact: 'whoever may do everything may do everything, and nobody else',
    run: async (it) => {
      const everything = { verb: '*', group: '*', resource: '*' }

      expect(await mayDo(it.cluster, everything)).toBe(true)
      expect(await mayDo(it.under.limited, everything)).toBe(false)
    },
  },
  {
    fact: 'a right of one namespace is one of that namespace, verb, group and resource alone',
    run: async (it) => {
      const apiGroup = 'rbac.authorization.k8s.io'
      const apiVersion = `${apiGroup}/v1`
      const metadata = { name: 'asks' }
      const rules = [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] }]
      await it.apply({ apiVersion, kind: 'Role', metadata, rules })
      await it.apply({
        apiVersion,
        kind: 'RoleBinding',
        metadata,
        subjects: [{ apiGroup, kind: 'User', name: 'limited' }],
        roleRef: { apiGroup, kind: 'Role', name: 'asks' },
      })
      const { limited } = it.under
      const right = { verb: 'list', group: 'apps', resource: 'deployments', namespace: it.namespace }

      await it.under.eventually(() => mayDo(limited, right))

      expect(await mayDo(limited, { ...right, verb: 'get' })).toBe(false)
      expect(await mayDo(limited, { ...right, group: '' })).toBe(false)
      expect(await mayDo(limited, { ...right, namespace: 'default' })).toBe(false)
      expect(await mayDo(limited, { verb: 'list', group: 'apps', resource: 'deployments' })).toBe(false)
    },
  },
]
