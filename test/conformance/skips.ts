import type { Skips } from './run.ts'

/**
 * Debts: rows that our code does not answer as upstream does, by the reason; a kind that has no driver stands here whole. One
 * that is met is told.
 */
const byReason: { readonly [reason: string]: readonly string[] } = {
  'remote bases are refused by name; nothing is fetched, so there is no failed fetch to tell of': [
    'krusty/accumulation/TestAccumulateResourcesErrors/local_file_qualifies_as_repo',
  ],
  'a version that is served no more: its lists are wholes, and only a cluster can judge': [
    'diff-3way/TestThreeWayDiffExample4',
  ],
  'fields that another version calls otherwise: only the API server converts them': ['645a50c7b364e0aa'],
  'no conflict tells a time: entries that differ in it alone are one manager’s': ['39f0d846bbf1cb39'],
  'a ReplicaSet that may not make its Pods (quota, admission) is Degraded, as Argo CD has it: somebody has to act':
    ['06ce24f05079e439'],
  'a Service of type LoadBalancer waits for its address, as Argo CD has it: without one nobody reaches it': [
    'a329da126b16379d',
  ],
  'a Pod that failed is Degraded, as Argo CD has it: kstatus calls it done': ['b00afe65912497e1'],
  'a Pod without a node is Progressing, with what the scheduler says, as Argo CD has it: an autoscaler may still bring one, and the wave’s time-out ends the wait':
    ['8bbed41c16c6aed6'],
  'config.kubernetes.io/depends-on is of kpt and Config Sync: Argo CD and Flux order nothing by it, so a repository of theirs means the same here; waves order objects':
    ['inventory/depends-on'],
  'the ids in the inventories of kpt and Flux, which nothing of ours reads or writes: adopt goes by the marks on the objects themselves, and our own record keeps group, kind, namespace and name apart':
    ['inventory/objmetadata'],
  'its prediction was made from another manifest; the object is as Git says, and nobody is asked': [
    'diff-server-side/TestServerSideDiff-/-will-respect-ignoreDifferences-when-full-normalization-is-not-skipped',
  ],
  'a push to a branch moves no tag of the same name, and what follows the tag is looked at in vain': [
    'webhook-payload-revision/Test_affectedRevisionInfo_appRevisionHasChanged/github-push-branch-or-tag-name-without-slashes,-targetRevision-tag-prefixed#30',
  ],
  'no host that we speak to has a repository with a space in its name': [
    'webhook-url/Test_GetWebURLRegex/escape-codes-in-path-are-preserved#16',
  ],
}

export const skips: Skips = new Map(
  Object.entries(byReason).flatMap(([reason, ids]) => ids.map((id): [string, string] => [id, reason])),
)
