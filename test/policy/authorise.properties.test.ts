import fc from 'fast-check'
import { expect, test } from 'vitest'
import { permitFor } from '../../src/policy/authorise.ts'
import { anApplication } from '../support/applications.ts'

const word = fc.stringMatching(/^[a-z]{1,6}$/)
const pattern = fc.oneof(word, fc.constantFrom('*', 'a*', '*/*', 'apps/*', '{a,b}*', '[a-c]*'))
const list = fc.array(pattern, { maxLength: 3 })
const allow = fc.record({ namespaces: list, namespacedKinds: list, clusterKinds: list })
const key = fc.record({
  group: fc.oneof(fc.constant(''), word),
  kind: word,
  namespace: fc.oneof(word, fc.constant('plumbline')),
  name: word,
})

test('permission only grows with what is allowed', () => {
  fc.assert(
    fc.property(allow, allow, key, fc.boolean(), (some, more, objectKey, namespaced) => {
      const both = {
        namespaces: [...some.namespaces, ...more.namespaces],
        namespacedKinds: [...some.namespacedKinds, ...more.namespacedKinds],
        clusterKinds: [...some.clusterKinds, ...more.clusterKinds],
      }
      const application = anApplication()
      const isPermitted = permitFor(application, some)(objectKey, namespaced) === undefined

      if (isPermitted) expect(permitFor(application, both)(objectKey, namespaced)).toBeUndefined()
    }),
  )
})

test('nothing is written where the records are', () => {
  fc.assert(
    fc.property(allow, key, (some, objectKey) => {
      const inRecords = { ...objectKey, namespace: 'plumbline' }

      expect(permitFor(anApplication(), some)(inRecords, true)).toBeDefined()
    }),
  )
})
