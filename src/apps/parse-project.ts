import { versionOf } from '../kube/object-key.ts'
import { whyNotANamespace } from '../kube/object-name.ts'
import { glob, unanchoredRegExp } from '../kube/regexp.ts'
import { type FieldProblem, Fields } from '../settings/fields.ts'
import { present } from '../settings/present.ts'
import type { DeclarationProblem } from './application.ts'
import type { Declared, ParsedProject } from './declaration.ts'
import { locate } from './locate.ts'
import type { Project } from './project.ts'
import type { KindLists, KindPattern, ProjectDestination, ProjectRules } from './project-rules.ts'
import { whyNotASubdomain } from './subdomain.ts'

/**
 * An Argo CD `AppProject` v1alpha1. What is wrong with it, and every field that restricts and is not enforced, stands
 * among its problems. Only what merely informs is passed over.
 * Source: argo-cd pkg/apis/application/v1alpha1/types.go, app_project_types.go; reference argocd section 12.
 */
export function parseProject(declared: Declared): ParsedProject {
  const { manifest, declaredAt, lineOf = () => declaredAt.line } = declared
  const found: FieldProblem[] = []
  const fields = Fields.open({ value: manifest, lineOf }, found)
  const read = fields && readProject(fields, declared)
  const problems = found.map((problem): DeclarationProblem => {
    const { application: project, ...located } = locate(problem, declared)
    return { ...located, message: `AppProject ${project ?? ''}: ${located.message}` }
  })
  if (!read || read.name === '') return { kind: 'problems', problems }
  return { kind: 'project', project: { ...read, declaredAt, problems } }
}

type ReadProject = Omit<Project, 'declaredAt' | 'problems'>

function readProject(fields: Fields, { manifest }: Declared): ReadProject {
  if (versionOf(manifest.apiVersion) !== 'v1alpha1') {
    fields.problem('apiVersion', 'must be argoproj.io/v1alpha1', 'unsupported')
  }
  fields.accept('apiVersion', 'kind', 'status')
  const metadata = fields.mapping('metadata')
  const name = metadata?.requiredText('name') ?? ''
  const namespace = metadata?.nonEmptyText('namespace') ?? 'argocd'
  for (const why of [name && whyNotASubdomain(name), whyNotANamespace(namespace)]) {
    if (why) metadata?.problem(undefined, `holds a name that ${why}`)
  }
  const spec = fields.mapping('spec')
  fields.close()
  if (!spec) return { name, namespace, rules: readRules(undefined), sourceNamespaces: [] }
  const project = {
    name,
    namespace,
    rules: readRules(spec),
    sourceNamespaces: readSourceNamespaces(spec),
  }
  refuseRestrictions(spec)
  spec.accept('description', 'roles', 'orphanedResources')
  spec.close()
  return project
}

/** Each of these takes something away, which must not be read as if it did not. */
function refuseRestrictions(spec: Fields): void {
  spec.refuse(
    'is not enforced yet; remove it, or this project’s applications stay refused',
    'destinationServiceAccounts',
    'permitOnlyProjectScopedClusters',
    'signatureKeys',
    'sourceIntegrity',
    'syncWindows',
  )
}

function readRules(spec: Fields | undefined): ProjectRules {
  return {
    sourceRepos: spec ? readSourceRepos(spec) : [],
    destinations: spec ? readDestinations(spec) : [],
    clusterKinds: {
      permitted: (spec && readKinds(spec, 'clusterResourceWhitelist')) ?? [],
      refused: (spec && readKinds(spec, 'clusterResourceBlacklist')) ?? [],
    },
    namespacedKinds: spec ? readNamespacedKinds(spec) : { refused: [] },
  }
}

function readNamespacedKinds(spec: Fields): KindLists {
  return {
    ...present({ permitted: readKinds(spec, 'namespaceResourceWhitelist') }),
    refused: readKinds(spec, 'namespaceResourceBlacklist') ?? [],
  }
}

function readSourceRepos(spec: Fields): readonly string[] {
  const repos = spec.texts('sourceRepos')
  for (const [index, repo] of repos.entries()) {
    const why =
      whyNotAPattern(repo, 'source repository') ??
      (repos.indexOf(repo) < index ? `source repository '${repo}' already added` : undefined)
    if (why !== undefined) spec.problemInList('sourceRepos', index, `is wrong: ${why}`)
  }
  return repos
}

function readDestinations(spec: Fields): readonly ProjectDestination[] {
  const seen = new Set<string>()
  return spec.mappings('destinations').map((fields) => {
    const destination = readDestination(fields)
    const { server, name, namespace } = destination
    const key = `${server === '' ? name : server}/${namespace}`
    if (seen.has(key)) fields.problem(undefined, `is wrong: destination '${key}' already added`)
    seen.add(key)
    return destination
  })
}

function readDestination(fields: Fields): ProjectDestination {
  const read = (key: string): string => {
    const pattern = fields.text(key) ?? ''
    const why = whyNotAPattern(pattern, key)
    if (why !== undefined) fields.problem(key, `is wrong: ${why}`)
    return pattern
  }
  const server = read('server').replace(/\/+$/, '')
  const name = read('name')
  const namespace = read('namespace')
  fields.close()
  // Any server is any cluster, also one whose server the settings do not tell.
  return { server, name: server === '*' && name === '' ? '*' : name, namespace }
}

/** In Argo CD's words. */
function whyNotAPattern(pattern: string, what: string): string | undefined {
  const isReadable = pattern !== '!*' && glob(pattern.replace(/^!/, '')) !== undefined
  return isReadable ? undefined : `${what} has an invalid format, '${pattern}'`
}

function readKinds(spec: Fields, key: string): readonly KindPattern[] | undefined {
  if (!spec.has(key)) return undefined
  return spec.mappings(key).map((fields) => {
    const kinds = {
      group: readKindPattern(fields, 'group'),
      kind: readKindPattern(fields, 'kind'),
      ...present({ name: readKindPattern(fields, 'name') || undefined }),
    }
    fields.close()
    return kinds
  })
}

/** Classes of characters and the like would be read otherwise by Argo CD than by us. */
function readKindPattern(fields: Fields, key: string): string {
  const pattern = fields.text(key) ?? ''
  if (!/^[\w.:*?-]*$/.test(pattern)) {
    fields.problem(key, 'may only hold letters, digits, ".", ":", "-", "_", and * and ? for anything')
  }
  return pattern
}

function readSourceNamespaces(spec: Fields): readonly string[] {
  const namespaces = spec.texts('sourceNamespaces')
  for (const [index, pattern] of namespaces.entries()) {
    const isReadable = isExpression(pattern)
      ? unanchoredRegExp(pattern.slice(1, -1)) !== undefined
      : glob(pattern) !== undefined
    if (!isReadable)
      spec.problemInList('sourceNamespaces', index, 'is no glob and no /regular expression/ (RE2 syntax)')
  }
  return namespaces
}

/** `/…/` is a regular expression, found anywhere; anything else a glob. */
export function isExpression(pattern: string): boolean {
  return pattern.length > 1 && pattern.startsWith('/') && pattern.endsWith('/')
}
