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

/** Why an option cannot be honoured, or undefined where it can. */
export function whyNotHonoured(option: string): string | undefined {
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
