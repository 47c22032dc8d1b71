/**
 * Argo CD's sync options with the values that are honoured, for an application and for a single object alike. Source:
 * argo-cd docs/user-guide/sync-options.md; reference argocd section 5.
 */
const values: { readonly [name: string]: readonly string[] } = {
  ApplyOutOfSyncOnly: ['true', 'false'],
  ClientSideApplyMigration: ['true', 'false'],
  CreateNamespace: ['true', 'false'],
  Delete: ['true', 'false', 'confirm'],
  FailOnSharedResource: ['true'],
  Force: ['true', 'false'],
  Prune: ['true', 'false', 'confirm'],
  PruneLast: ['true', 'false'],
  PrunePropagationPolicy: ['foreground', 'background', 'orphan'],
  Replace: ['true', 'false'],
  RespectIgnoreDifferences: ['true', 'false'],
  ServerSideApply: ['true'],
  SkipDryRunOnMissingResource: ['true', 'false'],
  Validate: ['true', 'false'],
}

const reasons: { readonly [option: string]: string } = {
  'FailOnSharedResource=false': 'one object never belongs to two applications here',
  'ServerSideApply=false': 'every object is applied on the server\u2019s side',
}

/** What nothing could do for a single object. The others that Argo CD has for applications alone hold for every object. */
const ofApplications: readonly string[] = [
  'ClientSideApplyMigration=false',
  'CreateNamespace=true',
  'PrunePropagationPolicy=background',
  'PrunePropagationPolicy=foreground',
  'PrunePropagationPolicy=orphan',
  'RespectIgnoreDifferences=true',
]

/** Why an option of an application, or of a single object, cannot be honoured; undefined where it can. */
export function whyNotHonoured(option: string, place: 'application' | 'object'): string | undefined {
  if (place === 'object' && ofApplications.includes(option)) {
    return 'is for applications alone; set it in spec.syncPolicy.syncOptions'
  }
  const at = option.indexOf('=')
  const [name, value] = [option.slice(0, at), option.slice(at + 1)]
  const known = Object.hasOwn(values, name) ? values[name] : undefined
  if (known?.includes(value) === true) return undefined
  const reason = Object.hasOwn(reasons, option) ? reasons[option] : undefined
  if (reason !== undefined) return `cannot be honoured: ${reason}`
  return known === undefined
    ? 'is no sync option that is supported'
    : `is not supported; ${name} may be ${known.join(', ')}`
}

/** Why an option cannot be honoured beside the others of its list; undefined where it can. */
export function whyContradicted(option: string, others: readonly string[]): string | undefined {
  const prefix = option.slice(0, option.indexOf('=') + 1)
  const other = others.find((one) => prefix !== '' && one !== option && one.startsWith(prefix))
  return other === undefined ? undefined : `contradicts ${other}; keep one of them`
}
