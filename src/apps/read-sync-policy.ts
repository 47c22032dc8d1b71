import { parseGoDuration } from '../kube/duration.ts'
import type { Fields } from '../settings/fields.ts'
import { present } from '../settings/present.ts'
import type { Automation, NamespaceMetadata, Retry, SyncPolicy } from './application.ts'
import { whyContradicted, whyNotHonoured } from './sync-options.ts'

/** When an application is synced without being asked, and how. Reference: argocd sections 5 and 6. */
export function readSyncPolicy(fields: Fields | undefined): SyncPolicy {
  if (!fields) return { options: [] }
  const options = fields.texts('syncOptions')
  for (const [index, option] of options.entries()) {
    const why = whyNotHonoured(option, 'application') ?? whyContradicted(option, options)
    if (why !== undefined)
      fields.problemInList('syncOptions', index, `(${quoted(option)}) ${why}`, 'unsupported')
  }
  const policy = {
    ...present({
      automated: readAutomation(fields.mapping('automated')),
      retry: readRetry(fields.mapping('retry')),
      namespaceMetadata: readNamespaceMetadata(fields.mapping('managedNamespaceMetadata')),
    }),
    options,
  }
  fields.close()
  return policy
}

/** Without `CreateNamespace=true` it has no effect, as in Argo CD. */
function readNamespaceMetadata(fields: Fields | undefined): NamespaceMetadata | undefined {
  if (!fields) return undefined
  const metadata = {
    labels: fields.textMap('labels') ?? {},
    annotations: fields.textMap('annotations') ?? {},
  }
  fields.close()
  return metadata
}

function readAutomation(fields: Fields | undefined): Automation | undefined {
  if (!fields) return undefined
  const enabled = fields.flag('enabled', true)
  const automation = {
    prune: fields.flag('prune', false),
    selfHeal: fields.flag('selfHeal', false),
    allowEmpty: fields.flag('allowEmpty', false),
  }
  fields.close()
  return enabled ? automation : undefined
}

const most = Number.MAX_SAFE_INTEGER

function readRetry(fields: Fields | undefined): Retry | undefined {
  if (!fields) return undefined
  // A new commit ends the retries of an old one, whatever `refresh` says.
  fields.flag('refresh', false)
  const limit = fields.integer('limit', 0, { min: -most, max: most })
  const backoff = fields.mapping('backoff')
  const retry = {
    limit,
    backoff: {
      seconds: backoff ? readDuration(backoff, 'duration', 5) : 5,
      factor: backoff?.integer('factor', 2, { min: 1, max: most }) ?? 2,
      maxSeconds: backoff ? readDuration(backoff, 'maxDuration', 180) : 180,
    },
  }
  backoff?.close()
  fields.close()
  return retry
}

/** A Go duration, or bare seconds, as Argo CD reads it. */
function readDuration(fields: Fields, key: string, fallback: number): number {
  const written = fields.nonEmptyText(key)
  if (written === undefined) return fallback
  const seconds = /^[0-9]{1,10}$/.test(written)
    ? Number(written)
    : (parseGoDuration(written) ?? Number.NaN) / 1e9
  if (seconds >= 0) return seconds
  fields.problem(key, 'must be a duration like "30s", "5m" or "1h30m"')
  return fallback
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text)
}
