import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProjectDestination } from '../../src/apps/project-rules.ts'
import { permitFor } from '../../src/policy/authorise.ts'
import { permitsDestination, permitsSource } from '../../src/policy/project-permits.ts'
import { anApplication } from '../support/applications.ts'
import { projectRules } from '../support/projects.ts'

const word = fc.constantFrom('a', 'ab', 'b', 'kube-system', '')
const pattern = fc.oneof(word, fc.constantFrom('*', 'a*', '?', '!a', '!a*', '!kube-*', '{a,b}'))
const destination = fc.record({ server: pattern, name: pattern, namespace: pattern })
const destinations = fc.array(destination, { maxLength: 4 })
const cluster = fc.record({ server: word, name: word })
const kinds = fc.array(fc.record({ group: pattern, kind: pattern }), { maxLength: 3 })
const key = fc.record({ group: word, kind: word, namespace: word, name: word })

test('a project never permits what the wall of the root does not', () => {
  const allow = fc.record({
    namespaces: fc.array(word),
    namespacedKinds: fc.array(word),
    clusterKinds: fc.array(word),
  })
  const rules = fc.record({
    sourceRepos: fc.array(pattern),
    destinations,
    clusterKinds: fc.record({ permitted: kinds, refused: kinds }),
    namespacedKinds: fc.record({ refused: kinds }),
  })
  fc.assert(
    fc.property(allow, rules, key, fc.boolean(), (wall, given, objectKey, namespaced) => {
      const free = anApplication()
      const governed = { ...free, governedBy: { rules: given, clusters: [{ name: 'a', server: 'b' }] } }

      if (permitFor(free, wall)(objectKey, namespaced) !== undefined)
        expect(permitFor(governed, wall)(objectKey, namespaced)).toBeDefined()
    }),
  )
})

test('the order of destinations does not matter, and one more refusal never permits more', () => {
  fc.assert(
    fc.property(destinations, cluster, word, word, (list, one, namespace, refused) => {
      const permits = (items: readonly ProjectDestination[]) =>
        permitsDestination({ destinations: items }, [one])(namespace)
      const refusal = { server: '*', name: '*', namespace: `!${refused}` }

      expect(permits(list.toReversed())).toBe(permits(list))
      if (refused === namespace) expect(permits([...list, refusal])).toBe(false)
    }),
  )
})

test('a cluster that is refused by one of its names is refused by all of them', () => {
  fc.assert(
    fc.property(
      destinations,
      fc.array(cluster),
      fc.constantFrom('x', 'y'),
      word,
      (list, others, name, namespace) => {
        const all = [...others, { name }]
        const rules = { destinations: [...list, deny(name)] }

        expect(permitsDestination(rules, all)(namespace)).toBe(false)
      },
    ),
  )
})

function deny(name: string) {
  return { server: '', name: `!${name}`, namespace: '*' }
}

test('what everything is permitted to has no rule of a project in its way', () => {
  const everything = { namespaces: ['*'], namespacedKinds: ['*'], clusterKinds: ['*'] }
  fc.assert(
    fc.property(key, fc.boolean(), (objectKey, namespaced) => {
      const free = anApplication()
      const governed = { ...free, governedBy: { rules: projectRules(), clusters: [{ name: 'prod' }] } }

      expect(permitFor(governed, everything)(objectKey, namespaced)).toBe(
        permitFor(free, everything)(objectKey, namespaced),
      )
    }),
  )
})

test('a refused repository is refused whatever else is listed', () => {
  const owner = fc.stringMatching(/^[a-z]{1,5}$/)
  fc.assert(
    fc.property(fc.array(pattern), owner, owner, (list, team, name) => {
      const repoURL = `https://forge.example.com/${team}/${name}`
      const sourceRepos = [...list, `!${repoURL}`]

      expect(permitsSource({ sourceRepos })(repoURL)).toBe(false)
      expect(permitsSource({ sourceRepos })(`git@forge.example.com:${team}/${name}.git`)).toBe(false)
    }),
  )
})
