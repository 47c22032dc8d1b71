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

/**
 * May a project's applications be rendered from a repository? By the URL as it is written, with `/` as a separator; a
 * `!pattern` refuses the repository in whatever spelling.
 * Source: argo-cd pkg/apis/application/v1alpha1/app_project_types.go, IsSourcePermitted.
 */
export function permitsSource({ sourceRepos }: Pick<ProjectRules, 'sourceRepos'>, repoURL: string): boolean {
  const written = normaliseGitUrl(repoURL)
  const spellings = [written, ...spellingsOf(repoURL)]
  const patterns = sourceRepos.map((pattern) =>
    isDeny(pattern) ? `!${normaliseGitUrl(pattern.slice(1))}` : normaliseGitUrl(pattern),
  )
  const isDenied = patterns.some(
    (pattern) => isDeny(pattern) && spellings.some((spelling) => !matches(pattern, spelling, '/')),
  )
  return !isDenied && patterns.some((pattern) => matches(pattern, written, '/'))
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
  namespace: string,
): boolean {
  const answers = clusters.map((cluster) => judgeDestination(destinations, cluster, namespace))
  return answers.includes('permitted') && !answers.includes('refused')
}

type Answer = 'permitted' | 'refused' | 'unmatched'

/**
 * A refused name refuses in every namespace; a refused server or namespace where the other one matches. Argo CD lets a
 * refused namespace go by that stands beside the name of its cluster; here it is refused.
 * Source: argo-cd pkg/apis/application/v1alpha1/app_project_types.go, isDestinationMatched.
 */
function judgeDestination(
  destinations: readonly ProjectDestination[],
  { server = '', name = '' }: ClusterNames,
  namespace: string,
): Answer {
  let answer: Answer = 'unmatched'
  for (const item of destinations) {
    const isName = name !== '' && matches(item.name, name)
    const isServer = server !== '' && matches(item.server, server)
    const isNamespace = matches(item.namespace, namespace)
    if ((isServer || isName) && isNamespace) answer = 'permitted'
    else if (
      (name !== '' && !isName && isDeny(item.name)) ||
      (server !== '' && !isServer && isDeny(item.server) && isNamespace) ||
      (!isNamespace && isDeny(item.namespace) && (isServer || isName))
    )
      return 'refused'
  }
  return answer
}

/** May a project's applications hold an object of this kind, wherever it lies? */
export function permitsKind(
  { clusterKinds, namespacedKinds }: Pick<ProjectRules, 'clusterKinds' | 'namespacedKinds'>,
  key: ObjectKey,
  namespaced: boolean,
): boolean {
  return permitsIn(namespaced ? namespacedKinds : clusterKinds, key)
}

function permitsIn({ permitted, refused }: KindLists, key: ObjectKey): boolean {
  const isIn = (patterns: readonly KindPattern[]): boolean => patterns.some((pattern) => means(pattern, key))
  return (permitted === undefined || isIn(permitted)) && !isIn(refused)
}

function means({ group, kind, name }: KindPattern, key: ObjectKey): boolean {
  return (
    matches(kind, key.kind) && matches(group, key.group) && (name === undefined || matches(name, key.name))
  )
}

function isDeny(pattern: string): boolean {
  return pattern.startsWith('!')
}

/** A refusal matches whatever it does not refuse. Source: argo-cd, globMatch of the same file. */
export function matches(pattern: string, text: string, separator?: '/'): boolean {
  if (isDeny(pattern)) return !matches(pattern.slice(1), text, separator)
  if (pattern === '*') return true
  return glob(pattern, separator === undefined ? {} : { separator })?.matches(text) === true
}
