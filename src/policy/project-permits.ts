import type {
  ClusterNames,
  KindLists,
  KindPattern,
  ProjectDestination,
  ProjectRules,
} from '../apps/project-rules.ts'
import { parseRepositoryUrl } from '../git/repository-url.ts'
import type { ObjectKey } from '../kube/object-key.ts'
import { glob } from '../kube/regexp.ts'

type Matcher = (text: string) => boolean

/**
 * May a project's applications be rendered from a repository? By the URL as it is written, with `/` as a separator; a
 * `!pattern` refuses the repository in whatever spelling.
 * Source: argo-cd pkg/apis/application/v1alpha1/app_project_types.go, IsSourcePermitted.
 */
export function permitsSource({
  sourceRepos,
}: Pick<ProjectRules, 'sourceRepos'>): (repoURL: string) => boolean {
  const patterns = sourceRepos.map((pattern) => {
    const isRefusal = isDeny(pattern)
    const matches = matcher(normaliseGitUrl(isRefusal ? pattern.slice(1) : pattern), '/')
    return { isRefusal, matches }
  })
  return (repoURL) => {
    const written = normaliseGitUrl(repoURL)
    const spellings = [written, ...spellingsOf(repoURL)]
    const isRefused = patterns.some(({ isRefusal, matches }) => isRefusal && spellings.some(matches))
    return !isRefused && patterns.some(({ isRefusal, matches }) => isRefusal || matches(written))
  }
}

/** Lower case, without `.git` and `ssh://`, and the scp form with a slash. Source: argo-cd util/git/git.go. */
function normaliseGitUrl(repoURL: string): string {
  const lower = repoURL.trim().toLowerCase()
  const isSsh = /^(?:ssh:\/\/)?[^/:]*@[^@]+$/.test(lower)
  const slashed = isSsh && !lower.startsWith('ssh://') ? lower.replace(':', '/') : lower
  return slashed.replace(/\.git$/, '').replace(/^ssh:\/\//, '')
}

/** Other ways to write a repository's URL, so that a refusal is not passed by with one of them. */
function spellingsOf(repoURL: string): readonly string[] {
  const url = parseRepositoryUrl(repoURL)
  if (url === undefined || url.transport === 'file') return []
  const address = `${url.host}/${url.path}`.toLowerCase()
  const withPort = url.port === '' ? [] : [`https://${url.host}:${url.port}/${url.path}`.toLowerCase()]
  return [`https://${address}`, `http://${address}`, `git@${address}`, ...withPort]
}

/**
 * May a project's applications be put into a namespace of a cluster, whatever of its names is meant? A refusal of one
 * name is a refusal.
 */
export function permitsDestination(
  { destinations }: Pick<ProjectRules, 'destinations'>,
  clusters: readonly ClusterNames[],
): (namespace: string) => boolean {
  const judges = clusters.map((cluster) => judgeOf(destinations, cluster))
  return (namespace) => {
    const answers = judges.map((judge) => judge(namespace))
    return answers.includes('permitted') && !answers.includes('refused')
  }
}

type Answer = 'permitted' | 'refused' | 'unmatched'

/**
 * A refused name refuses in every namespace; a refused server or namespace where the other one matches. Argo CD lets a
 * refused namespace go by that stands beside the name of its cluster; here it is refused.
 * Source: argo-cd pkg/apis/application/v1alpha1/app_project_types.go, isDestinationMatched.
 */
function judgeOf(
  destinations: readonly ProjectDestination[],
  { server = '', name = '' }: ClusterNames,
): (namespace: string) => Answer {
  const items = destinations.map((item) => {
    const isName = name !== '' && matcher(item.name)(name)
    const isServer = server !== '' && matcher(item.server)(server)
    return {
      isCluster: isName || isServer,
      isRefusedName: name !== '' && !isName && isDeny(item.name),
      isRefusedServer: server !== '' && !isServer && isDeny(item.server),
      isRefusal: isDeny(item.namespace),
      matches: matcher(item.namespace),
    }
  })
  return (namespace) => {
    const answers = items.map(({ matches, ...item }): Answer => {
      const isNamespace = matches(namespace)
      if (item.isCluster && isNamespace) return 'permitted'
      const isRefusedNamespace = item.isRefusal && item.isCluster
      const isRefused = item.isRefusedName || (isNamespace ? item.isRefusedServer : isRefusedNamespace)
      return isRefused ? 'refused' : 'unmatched'
    })
    if (answers.includes('refused')) return 'refused'
    return answers.includes('permitted') ? 'permitted' : 'unmatched'
  }
}

/** May a project's applications hold an object of this kind, wherever it lies? */
export function permitsKind({
  clusterKinds,
  namespacedKinds,
}: Pick<ProjectRules, 'clusterKinds' | 'namespacedKinds'>): (key: ObjectKey, namespaced: boolean) => boolean {
  const [isClusterKind, isNamespacedKind] = [permitsIn(clusterKinds), permitsIn(namespacedKinds)]
  return (key, namespaced) => (namespaced ? isNamespacedKind(key) : isClusterKind(key))
}

function permitsIn({ permitted, refused }: KindLists): (key: ObjectKey) => boolean {
  const isPermitted = permitted && meansAny(permitted)
  const isRefused = meansAny(refused)
  return (key) => (isPermitted === undefined || isPermitted(key)) && !isRefused(key)
}

function meansAny(patterns: readonly KindPattern[]): (key: ObjectKey) => boolean {
  const tests = patterns.map(
    ({ group, kind, name = '*' }) => [matcher(group), matcher(kind), matcher(name)] as const,
  )
  return (key) =>
    tests.some(([isGroup, isKind, isName]) => isKind(key.kind) && isGroup(key.group) && isName(key.name))
}

function isDeny(pattern: string): boolean {
  return pattern.startsWith('!')
}

/** A refusal matches whatever it does not refuse. Source: argo-cd, globMatch of the same file. */
export function matcher(pattern: string, separator?: '/'): Matcher {
  if (isDeny(pattern)) {
    const refuses = matcher(pattern.slice(1), separator)
    return (text) => !refuses(text)
  }
  if (pattern === '*') return () => true
  const compiled = glob(pattern, separator === undefined ? {} : { separator })
  return (text) => compiled?.matches(text) === true
}
