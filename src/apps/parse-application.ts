import { compareOptionsAnnotation, migrationManagerAnnotation } from '../kube/annotations.ts'
import type { Manifest } from '../kube/manifest.ts'
import { versionOf } from '../kube/object-key.ts'
import { whyNotANamespace } from '../kube/object-name.ts'
import { type FieldProblem, Fields } from '../settings/fields.ts'
import { present } from '../settings/present.ts'
import type { Application, DeclarationProblem, Destination } from './application.ts'
import type { Declared, ParsedApplication } from './declaration.ts'
import { readGeneratePaths } from './generate-paths.ts'
import { locate } from './locate.ts'
import { readIgnoreRules } from './read-ignore-rules.ts'
import { readSource } from './read-source.ts'
import { readSyncPolicy } from './read-sync-policy.ts'
import { whyNotASubdomain } from './subdomain.ts'

/**
 * An Argo CD `Application` v1alpha1 with one Git source, or everything that keeps it from being followed: unknown
 * fields, known fields that are not supported yet, bad values. Only fields that merely inform are passed over.
 * Source: argo-cd pkg/apis/application/v1alpha1/types.go; reference argocd sections 5, 6, 7, 12, 13.
 */
export function parseApplication(declared: Declared): ParsedApplication {
  const { manifest, declaredAt, lineOf = () => declaredAt.line } = declared
  const problems: FieldProblem[] = []
  const fields = Fields.open({ value: manifest, lineOf }, problems)
  const application = fields && readApplication(fields, declared)
  const located = (list: readonly FieldProblem[]): readonly DeclarationProblem[] => {
    return list.map((problem) => locate(problem, declared))
  }
  if (!application || problems.length > 0) return { kind: 'problems', problems: located(problems) }
  return { kind: 'application', application }
}

function readApplication(fields: Fields, { manifest, declaredAt }: Declared): Application | undefined {
  if (versionOf(manifest.apiVersion) !== 'v1alpha1') {
    fields.problem('apiVersion', 'must be argoproj.io/v1alpha1', 'unsupported')
  }
  fields.accept('apiVersion', 'kind', 'status')
  if (fields.has('operation')) {
    fields.problem('operation', 'is not supported: a sync starts by push, sweep or command', 'unsupported')
  }
  const metadata = fields.mapping('metadata')
  const spec = fields.mapping('spec')
  fields.close()
  if (!fields.has('spec')) fields.problem('spec', 'is required')
  if (!metadata || !spec) return undefined
  const source = readSource(spec)
  const application = {
    ...readMetadata(metadata, manifest),
    declaredAt,
    project: readProject(spec),
    source,
    destination: readDestination(spec),
    syncPolicy: readSyncPolicy(spec.mapping('syncPolicy')),
    ignoreDifferences: readIgnoreRules(spec),
    ...present({
      generatePaths: readGeneratePaths(metadata, manifest, source.path),
      migratesFrom: migratesFrom(manifest),
      includesMutations: compareOptionsOf(manifest).includes('IncludeMutationWebhook=true') || undefined,
    }),
  }
  spec.accept('info', 'revisionHistoryLimit')
  spec.close()
  return application
}

type Metadata = Pick<Application, 'name' | 'namespace' | 'deletesResources'>

const serverFields: readonly string[] = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'managedFields',
  'ownerReferences',
  'selfLink',
]

function readMetadata(fields: Fields, manifest: Manifest): Metadata {
  const name = fields.requiredText('name')
  check(fields, 'name', name, whyNotASubdomain)
  const namespace = fields.text('namespace') ?? 'argocd'
  check(fields, 'namespace', namespace, whyNotANamespace)
  refuseAnnotations(fields, manifest)
  const deletesResources = readFinalizers(fields)
  fields.accept('labels', ...serverFields)
  fields.close()
  return { name, namespace, deletesResources }
}

const resourcesFinalizers: readonly string[] = [
  'resources-finalizer.argocd.argoproj.io',
  'resources-finalizer.argocd.argoproj.io/foreground',
  'resources-finalizer.argocd.argoproj.io/background',
]

function readFinalizers(fields: Fields): Application['deletesResources'] {
  const finalizers = fields.texts('finalizers')
  for (const [index, finalizer] of finalizers.entries()) {
    if (resourcesFinalizers.includes(finalizer)) continue
    fields.problemInList(
      'finalizers',
      index,
      'is not supported: only the resources finalizer is',
      'unsupported',
    )
  }
  if (finalizers.length === 0) return false
  return finalizers.some((finalizer) => finalizer.endsWith('/background')) ? 'background' : 'foreground'
}

/** Annotations inform, save the one that takes an application out of Argo CD's hands. */
function refuseAnnotations(fields: Fields, manifest: Manifest): void {
  fields.accept('annotations')
  if (manifest.metadata.annotations?.['argocd.argoproj.io/skip-reconcile'] !== 'true') return
  const message =
    'holds argocd.argoproj.io/skip-reconcile, which is not supported; remove the application instead'
  fields.problem('annotations', message, 'unsupported')
}

function migratesFrom({ metadata: { annotations = {} } }: Manifest): string | undefined {
  const manager: unknown = annotations[migrationManagerAnnotation]
  return typeof manager === 'string' && manager !== '' ? manager : undefined
}

/** Every diff is server-side here: `ServerSideDiff` says nothing new. */
function compareOptionsOf({ metadata: { annotations = {} } }: Manifest): readonly string[] {
  const text: unknown = annotations[compareOptionsAnnotation]
  return typeof text === 'string' ? text.split(',').map((option) => option.trim()) : []
}

function readProject(spec: Fields): string {
  const project = spec.nonEmptyText('project') ?? 'default'
  check(spec, 'project', project, whyNotASubdomain)
  return project
}

function readDestination(spec: Fields): Destination {
  const fields = spec.mapping('destination')
  if (!fields) {
    if (!spec.has('destination')) spec.problem('destination', 'is required')
    return { namespace: '' }
  }
  const server = fields.nonEmptyText('server')
  const name = fields.nonEmptyText('name')
  const namespace = fields.text('namespace') ?? ''
  check(fields, 'namespace', namespace, whyNotANamespace)
  if (server !== undefined && name !== undefined) {
    const both = `application destination can't have both name and server defined: ${name} ${server}`
    fields.problem(undefined, `names its cluster twice: ${both}`)
  }
  fields.close()
  return { ...present({ server, name }), namespace }
}

function check(
  fields: Fields,
  key: string,
  value: string,
  whyNot: (value: string) => string | undefined,
): void {
  const problem = value === '' ? undefined : whyNot(value)
  if (problem !== undefined) fields.problem(key, problem)
}
