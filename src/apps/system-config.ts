import type { JsonObject } from '../kube/json.ts'
import { isJsonObject } from '../kube/json.ts'
import type { Manifest } from '../kube/manifest.ts'
import type { TrackingLabel } from '../kube/tracking.ts'
import { parseYamlValue } from '../kube/yaml.ts'
import { YamlError } from '../kube/yaml-error.ts'
import { type FieldProblem, Fields } from '../settings/fields.ts'
import { present } from '../settings/present.ts'
import type { DeclarationProblem, DeclaredAt, IgnoreRule } from './application.ts'
import type { Declared } from './declaration.ts'
import { locate } from './locate.ts'
import { readIgnored } from './read-ignore-rules.ts'

/** What the `argocd-cm` of a root says for all applications that the root declares. */
export interface SystemConfig {
  readonly ignoreDifferences: readonly IgnoreRule[]
  readonly trackingLabel?: TrackingLabel
  readonly problems: readonly DeclarationProblem[]
  /** Where it stands; absent where there is none. */
  readonly declaredAt?: DeclaredAt
}

/** Argo CD's ConfigMap of settings. In a root it is read, like a declaration, and not applied. */
export function isSystemConfig({ apiVersion, kind, metadata }: Manifest): boolean {
  return apiVersion === 'v1' && kind === 'ConfigMap' && metadata.name === 'argocd-cm'
}

const prefix = 'resource.customizations.ignoreDifferences.'

/** Settings that would change what is compared, pruned or healthy, and have no effect here. */
const withoutEffect =
  /^(resource\.(customizations|exclusions|inclusions|compareoptions|ignoreResourceUpdatesEnabled|respectRBAC)(\..*)?|installationID)$/

/**
 * Of all settings, `resource.customizations.ignoreDifferences.GROUP_KIND`, `….KIND` for the core group, and `….all`;
 * `application.resourceTrackingMethod` and `application.instanceLabelKey`.
 * Source: argo-cd util/settings/settings.go; reference argocd sections 7 and 8.
 */
export function parseSystemConfig(declared: Declared): SystemConfig {
  const { manifest } = declared
  const data: JsonObject = isJsonObject(manifest.data) ? manifest.data : {}
  const found: FieldProblem[] = []
  const rules = Object.entries(data).flatMap(([key, value]) => {
    if (!key.startsWith(prefix)) return []
    return typeof value === 'string' ? readRule(key, value, declared, found) : []
  })
  const trackingLabel = readTracking(data, declared, found)
  const ignored = Object.keys(data).filter((key) => !key.startsWith(prefix) && withoutEffect.test(key))
  return {
    declaredAt: declared.declaredAt,
    ignoreDifferences: rules,
    ...present({ trackingLabel }),
    problems: [
      ...found.map((problem) => withoutApplication(locate(problem, declared))),
      ...ignored.map((key) => warningOf(key, declared)),
    ],
  }
}

const methodKey = 'application.resourceTrackingMethod'

/** An unknown method is refused: whose an object is would be read otherwise than it is meant. */
function readTracking(
  data: JsonObject,
  { lineOf, declaredAt }: Declared,
  problems: FieldProblem[],
): TrackingLabel | undefined {
  const method = data[methodKey] ?? 'annotation'
  const named = data['application.instanceLabelKey']
  const key = typeof named === 'string' && named !== '' ? named : 'app.kubernetes.io/instance'
  if (method === 'label' || method === 'annotation+label') return { key, method }
  if (method === 'annotation' || method === '') return undefined
  problems.push({
    kind: 'invalid',
    field: `data[${JSON.stringify(methodKey)}]`,
    line: lineOf?.(['data', methodKey]) ?? declaredAt.line,
    message: 'must be annotation, label or annotation+label',
  })
  return undefined
}

function readRule(
  key: string,
  text: string,
  { lineOf, declaredAt }: Declared,
  problems: FieldProblem[],
): readonly IgnoreRule[] {
  const line = lineOf?.(['data', key]) ?? declaredAt.line
  const field = `data[${JSON.stringify(key)}]`
  const own: FieldProblem[] = []
  try {
    const fields = Fields.open({ value: parseYamlValue(text).value ?? {}, lineOf: () => line }, own)
    if (fields === undefined) return []
    const rule = { ...kindOf(key.slice(prefix.length)), ...readIgnored(fields) }
    fields.close()
    return [rule]
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    own.push({ kind: 'invalid', field: '', line, message: 'is no YAML that can be read' })
    return []
  } finally {
    problems.push(
      ...own.map((problem) => ({
        ...problem,
        field: [field, problem.field].filter((part) => part !== '').join('.'),
      })),
    )
  }
}

function kindOf(suffix: string): Pick<IgnoreRule, 'group' | 'kind'> {
  if (suffix === 'all') return { group: '*', kind: '*' }
  const at = suffix.lastIndexOf('_')
  return at < 0 ? { group: '', kind: suffix } : { group: suffix.slice(0, at), kind: suffix.slice(at + 1) }
}

/** It is about no one application. */
function withoutApplication(problem: DeclarationProblem): DeclarationProblem {
  const { application: _, ...rest } = problem
  return rest
}

function warningOf(key: string, { declaredAt, lineOf }: Declared): DeclarationProblem {
  const line = lineOf?.(['data', key]) ?? declaredAt.line
  const message = `argocd-cm sets ${JSON.stringify(key)}, which has no effect here`
  return { code: 'unsupported', message, file: declaredAt.path, line, warning: true }
}
