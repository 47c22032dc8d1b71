import type { JsonObject } from '../kube/json.ts'
import type { LiveMap, LiveValue } from '../kube/manifest.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import type { Cluster } from './cluster.ts'
import { ClusterError } from './cluster-error.ts'
import { malformed } from './live-object.ts'

/** One thing that we may or may not do. `*` stands for all; without a namespace it means in every one. */
export interface Right {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly namespace?: string
}

/** https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access */
export async function mayDo(cluster: Cluster, right: Right): Promise<boolean> {
  const answer = await review(cluster, 'authorization.k8s.io', 'SelfSubjectAccessReview', {
    spec: { resourceAttributes: { ...right } },
  })
  const allowed = isLiveMap(answer.status) ? answer.status.allowed : undefined
  if (typeof allowed !== 'boolean') throw malformed('the answer is no access review')
  return allowed
}

/** The name that the server knows us by; undefined where it does not tell, which it does from 1.28 on. */
export async function whoAmI(cluster: Cluster): Promise<string | undefined> {
  try {
    const { status } = await review(cluster, 'authentication.k8s.io', 'SelfSubjectReview', {})
    return nameIn(isLiveMap(status) ? status.userInfo : undefined)
  } catch (error) {
    const isAbsent = error instanceof ClusterError && (error.status === 404 || error.code === 'forbidden')
    if (isAbsent) return undefined
    throw error
  }
}

function nameIn(user: LiveValue | undefined): string | undefined {
  const name = isLiveMap(user) ? user.username : undefined
  return typeof name === 'string' ? name : undefined
}

/** Nothing is stored: a review is only answered. */
function review(cluster: Cluster, group: string, kind: string, body: JsonObject): Promise<LiveMap> {
  return cluster.send({
    verb: 'create',
    group,
    version: 'v1',
    resource: `${kind.toLowerCase()}s`,
    body: { apiVersion: `${group}/v1`, kind, ...body },
  })
}
