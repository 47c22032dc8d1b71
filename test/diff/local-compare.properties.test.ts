import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLocally } from '../../src/diff/local-compare.ts'
import { findAbandoned } from '../../src/diff/owned-fields.ts'
import { placeAt } from '../../src/diff/value-at.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import { formatPath } from '../../src/kube/field-path.ts'
import { anySchema } from '../../src/kube/schema.ts'

const schema = builtinSchemas().schemaOf('apps', 'v1', 'Deployment') ?? anySchema
const options = { schema, dropsEmpty: true }

const aName = fc.constantFrom('web', 'side', 'proxy', 'log')
const aContainer = fc.record({
  name: aName,
  image: fc.constantFrom('a:1', 'b:2'),
  args: fc.array(fc.constantFrom('-v', '-q'), { minLength: 1, maxLength: 3 }),
  ports: fc.uniqueArray(
    fc.record({ containerPort: fc.integer({ min: 80, max: 83 }), protocol: fc.constantFrom('TCP', 'UDP') }),
    { selector: ({ containerPort, protocol }) => `${containerPort}/${protocol}`, maxLength: 3 },
  ),
})
const aDeployment = fc.record({
  metadata: fc.record({ labels: fc.dictionary(fc.constantFrom('a', 'b/c', '__proto__'), fc.string()) }),
  spec: fc.record({
    replicas: fc.nat(9),
    template: fc.record({
      spec: fc.record({
        containers: fc.uniqueArray(aContainer, { selector: ({ name }) => name, maxLength: 4 }),
      }),
    }),
  }),
})

type ADeployment = typeof aDeployment extends fc.Arbitrary<infer T> ? T : never

/** As a cluster would have it: defaults, a sidecar, another order, a status, a label of someone else. */
function asLive({ metadata, spec }: ADeployment) {
  const containers = spec.template.spec.containers.map((container) => ({
    imagePullPolicy: 'Always',
    ...container,
    ports: [...container.ports, { containerPort: 9999, protocol: 'TCP' }].toReversed(),
  }))
  return {
    metadata: { labels: { ...metadata.labels, 'example.com/other': 'x' }, uid: 'u' },
    spec: {
      paused: false,
      ...spec,
      template: { spec: { containers: [...containers, { name: 'injected', image: 'c:3' }].toReversed() } },
    },
    status: { replicas: 1 },
  }
}

test('what others added and where the server put things is no difference', () => {
  fc.assert(
    fc.property(aDeployment, (desired) => {
      expect(compareLocally(desired, asLive(desired), options)).toEqual([])
    }),
  )
})

test('a thing does not differ from itself', () => {
  fc.assert(
    fc.property(aDeployment, (desired) => {
      expect(compareLocally(desired, desired, options)).toEqual([])
      expect(findAbandoned(desired, desired, [], schema)).toEqual([])
    }),
  )
})

test('every difference names the values that stand at its path', () => {
  fc.assert(
    fc.property(aDeployment, aDeployment, (desired, other) => {
      const live = asLive(other)

      for (const { path, git, live: found } of compareLocally(desired, live, options)) {
        expect(placeAt(desired, path, schema).value).toEqual(git)
        expect(placeAt(live, path, schema).value).toEqual(found)
      }
    }),
  )
})

test('no difference is told twice', () => {
  fc.assert(
    fc.property(aDeployment, aDeployment, (desired, other) => {
      const paths = compareLocally(desired, asLive(other), options).map(({ path }) => formatPath(path))

      expect(new Set(paths).size).toBe(paths.length)
    }),
  )
})

test('one changed image is one difference', () => {
  fc.assert(
    fc.property(
      aDeployment.filter(({ spec }) => spec.template.spec.containers.length > 0),
      (desired) => {
        const [first, ...others] = desired.spec.template.spec.containers
        const containers = [{ ...first, image: 'changed:9' }, ...others]
        const live = asLive({
          ...desired,
          spec: { ...desired.spec, template: { spec: { containers } } },
        } as ADeployment)

        const paths = compareLocally(desired, live, options).map(({ path }) => formatPath(path))

        expect(paths).toEqual([`spec.template.spec.containers[name=${first?.name}].image`])
      },
    ),
  )
})
