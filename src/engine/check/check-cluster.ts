import { mayDo, type Right, whoAmI } from '../../cluster/access-review.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import { getObject } from '../../cluster/requests.ts'
import { mapBounded } from '../../map-bounded.ts'
import type { Finding } from '../../report/check-up.ts'
import { count } from '../../report/printable.ts'
import { recordNamespace } from '../../sync/record-names.ts'
import { namespaces } from '../../sync/record-store.ts'
import type { Ports } from '../ports.ts'
import type { Declared } from './check-roots.ts'
import { asked, type Find, findingsOf, isFinding } from './finding.ts'
import { type Need, needsOf } from './needs.ts'

const reviewsAtOnce = 8
const shownRights = 12

/** Whether it answers, who we are there, and whether we may do what the applications that go there need. */
export async function checkCluster(
  ports: Ports,
  name: string,
  declared: Declared,
): Promise<readonly Finding[]> {
  const find = findingsOf(`clusters: ${name}`)
  const cluster = ports.cluster(name)
  const reached = await asked(find, () => reach(cluster, find))
  if (isFinding(reached)) return [reached]
  const rest = await Promise.all([
    asked(find, () => recordFindings(cluster, find)),
    asked(find, () => rightFindings(ports, cluster, declared, find)),
  ])
  return [...reached, ...rest.flat()]
}

async function reach(cluster: Cluster, find: Find): Promise<readonly Finding[]> {
  const { resources, staleGroups } = await cluster.discovery('fresh')
  const version = await cluster.version?.()
  const name = await whoAmI(cluster)
  const kinds = new Set(resources.map(({ group, kind }) => `${group}/${kind}`)).size
  const what = version === undefined ? 'answers' : `is Kubernetes ${version}`
  return [
    find(
      'right',
      `${what}, serves ${count(kinds, 'kind')}, knows us as ${name ?? 'somebody it does not name'}`,
    ),
    ...staleGroups.map((group) =>
      find(
        'note',
        `the API group ${group} does not answer just now: nothing of it is compared or deleted meanwhile`,
      ),
    ),
  ]
}

async function recordFindings(cluster: Cluster, find: Find): Promise<readonly Finding[]> {
  const namespace = { group: '', resource: 'namespaces' }
  if (!(await mayDo(cluster, { ...namespace, verb: 'get', namespace: recordNamespace })))
    return [find('note', `whether the namespace ${recordNamespace} is there is not known: we may not get it`)]
  const here = await getObject(cluster, { type: namespaces, name: recordNamespace })
  if (here !== undefined) return [find('right', `the namespace ${recordNamespace} is there for the records`)]
  const mayCreate = await mayDo(cluster, { ...namespace, verb: 'create' })
  return [
    mayCreate
      ? find('right', `the namespace ${recordNamespace} is made with the first record`)
      : find('wrong', `the namespace ${recordNamespace} is not there, and we may not create it: create it`),
  ]
}

async function rightFindings(
  ports: Ports,
  cluster: Cluster,
  declared: Declared,
  find: Find,
): Promise<readonly Finding[]> {
  if (await mayDo(cluster, { verb: '*', group: '*', resource: '*' }))
    return [find('right', 'we may do everything: more than applications need')]
  const needs = await needsOf(ports, cluster, declared)
  const answers = await mapBounded(needs, reviewsAtOnce, (need) => missingOf(cluster, need))
  const lacking = answers.flat()
  const must = lacking.filter(({ why }) => why !== 'dry-run')
  const dryRun = lacking.filter(({ why }) => why === 'dry-run')
  return [
    must.length === 0
      ? find('right', `we may do all that is needed for ${count(needs.length, 'kind')} in their namespaces`)
      : find('wrong', `we may not ${listed(must)}: grant it, see the README`),
    ...(dryRun.length === 0
      ? []
      : [
          find(
            'note',
            `we may not ${listed(dryRun)}: without a dry run what only the API server can tell stays unverified`,
          ),
        ]),
  ]
}

/** What is allowed in every namespace need not be asked for each. */
async function missingOf(cluster: Cluster, need: Need): Promise<readonly (Right & Pick<Need, 'why'>)[]> {
  const missing = await mapBounded(need.verbs, need.verbs.length, async (verb) => {
    const right = { verb, group: need.group, resource: need.resource }
    if (await mayDo(cluster, right)) return []
    const places = await mapBounded(need.namespaces, reviewsAtOnce, async (namespace) => {
      const there = { ...right, namespace }
      return (await mayDo(cluster, there)) ? [] : [{ ...there, why: need.why }]
    })
    return need.namespaces.length === 0 ? [{ ...right, why: need.why }] : places.flat()
  })
  return missing.flat()
}

/** `create, patch deployments.apps in shop`. */
function listed(rights: readonly Right[]): string {
  const byPlace = new Map<string, string[]>()
  for (const { verb, group, resource, namespace } of rights) {
    const type = group === '' ? resource : `${resource}.${group}`
    const place = namespace === undefined ? type : `${type} in ${namespace}`
    const verbs = byPlace.get(place) ?? []
    verbs.push(verb)
    byPlace.set(place, verbs)
  }
  const lines = [...byPlace].map(([place, verbs]) => `${[...new Set(verbs)].join(', ')} ${place}`)
  const more = lines.length > shownRights ? [`${lines.length - shownRights} more`] : []
  return [...lines.slice(0, shownRights), ...more].join('; ')
}
