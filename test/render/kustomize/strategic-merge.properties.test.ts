import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/kube/json.ts'
import { ruleOfKind } from '../../../src/render/kustomize/merge-schema.ts'
import { strategicMerge } from '../../../src/render/kustomize/strategic-merge.ts'

const name = fc.stringMatching(/^[a-c]$/)
const env = fc.uniqueArray(fc.record({ name, value: fc.stringMatching(/^[x-z]$/) }), {
  selector: (item) => item.name,
  maxLength: 3,
})
const container = fc.record({ name, image: fc.stringMatching(/^[p-r]$/), env }, { requiredKeys: ['name'] })
const pod = fc.record({
  metadata: fc.record({ labels: fc.dictionary(name, name, { maxKeys: 3 }) }),
  spec: fc.record({ containers: fc.uniqueArray(container, { selector: (item) => item.name, maxLength: 3 }) }),
})
const rule = ruleOfKind('v1', 'Pod')

test('merging a pod into itself gives the same pod', () => {
  fc.assert(
    fc.property(pod, (value) => {
      expect(strategicMerge(value, value, rule)).toEqual(value)
    }),
  )
})

test('merging the same patch again changes nothing', () => {
  fc.assert(
    fc.property(pod, pod, (value, patch) => {
      const once = strategicMerge(value, patch, rule)

      expect(strategicMerge(once, patch, rule)).toEqual(once)
    }),
  )
})

test('every container of either side is there, once, and the value of the patch wins', () => {
  fc.assert(
    fc.property(pod, pod, (value, patch) => {
      const merged = strategicMerge(value, patch, rule) as JsonObject & typeof value
      const names = merged.spec.containers.map((item) => item.name)

      expect(new Set(names).size).toBe(names.length)
      expect(new Set(names)).toEqual(
        new Set([...value.spec.containers, ...patch.spec.containers].map((item) => item.name)),
      )
      for (const item of patch.spec.containers) {
        const found: Json | undefined = merged.spec.containers.find((other) => other.name === item.name)
        expect(found).toMatchObject({
          name: item.name,
          ...(item.image !== undefined && { image: item.image }),
        })
      }
    }),
  )
})
