import type { Application } from '../apps/application.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { ClusterError, withoutSubject } from '../cluster/cluster-error.ts'
import { despiteConflicts } from '../cluster/despite-conflicts.ts'
import { type Discovery, resourceOf } from '../cluster/discovery.ts'
import { applyObject } from '../cluster/requests.ts'
import type { LiveObject, Manifest } from '../kube/manifest.ts'
import { isSecretKind } from '../kube/masking.ts'
import { groupOf, versionOf } from '../kube/object-key.ts'
import type { Redact } from '../kube/redact.ts'
import { sha256Hex } from '../kube/sha256.ts'
import type { Rejected, Unverified } from './comparison.ts'
import type { DesiredObject } from './desired-objects.ts'
import { syncOption } from './sync-option.ts'
import { fieldManager } from './writers.ts'

/**
 * Asks the API server what it would make of an object: a server-side-apply dry run, forced, under our field manager.
 * It throws `ClusterError`.
 */
export type Judge = (object: DesiredObject) => Promise<LiveObject>

/** The judge that asks a cluster. */
export function dryRunJudge(
  cluster: Cluster,
  discovery: Discovery,
  options: Application['syncPolicy']['options'],
): Judge {
  return async ({ manifest }) => {
    const { apiVersion, kind } = manifest
    const type = resourceOf(discovery, groupOf(apiVersion), versionOf(apiVersion), kind)
    if (type === undefined) throw unknownKind(apiVersion, kind)
    return despiteConflicts(() =>
      applyObject(cluster, type, manifest, {
        dryRun: true,
        force: true,
        fieldManager,
        fieldValidation: fieldValidationOf(manifest, options),
      }),
    )
  }
}

/**
 * A judge for an account that may look and not write, which is no error where nothing is synced: a dry run needs the
 * rights of the write. What it may not ask is not known. Reference: flux-ssa section 3.
 */
export function onlookersJudge(judge: Judge): Judge {
  return async (object) => {
    try {
      return await judge(object)
    } catch (error) {
      if (!(error instanceof ClusterError) || error.code !== 'forbidden') throw error
      const { message, status, reason, subject } = error
      throw new ClusterError('no-dry-run', message, {
        turn: 'operator',
        retryable: false,
        status,
        reason,
        subject,
      })
    }
  }
}

/** Argo CD's: what the schema does not know is refused, unless `Validate=false` lets the API server drop it. */
export function fieldValidationOf(
  manifest: Manifest,
  options: Application['syncPolicy']['options'],
): 'Strict' | 'Ignore' {
  return syncOption('Validate', options, manifest) === 'false' ? 'Ignore' : 'Strict'
}

/** The object under a name that nothing has: whether the API server would take it if it were not there already. */
export function underAnotherName(object: DesiredObject): DesiredObject {
  const name = `plumbline-${sha256Hex(object.key.name).slice(0, 12)}`
  const { manifest } = object
  return { ...object, manifest: { ...manifest, metadata: { ...manifest.metadata, name } } }
}

function unknownKind(apiVersion: string, kind: string): ClusterError {
  const message = `${kind}: the cluster does not serve ${apiVersion}; check apiVersion and kind`
  return new ClusterError('unknown-kind', message, { turn: 'author', retryable: false })
}

/** The judge's answer: the object as it would be, or why there is none. */
export type Judgement =
  | { readonly kind: 'predicted'; readonly object: LiveObject }
  | (Pick<Rejected, 'kind' | 'reason' | 'message' | 'remedy'> & { readonly field?: string })
  | Pick<Unverified, 'kind' | 'reason' | 'message'>

/** Asks the judge; a refusal is a finding. `redact` takes secrets out of what the API server says. */
export async function askJudge(
  judge: Judge,
  object: DesiredObject,
  redact: Redact,
  isLive: boolean,
): Promise<Judgement> {
  try {
    return { kind: 'predicted', object: await judge(object) }
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    const reason = reasonFor(error, isLive)
    const message = messageFor(error, object, redact)
    if (isUnanswered(reason)) {
      return { kind: 'unverified', reason, message }
    }
    const field = error.causes.find((cause) => cause.field !== undefined)?.field
    return {
      kind: 'rejected',
      reason,
      message,
      remedy: remedies[reason],
      ...(field === undefined ? {} : { field }),
    }
  }
}

type Unanswered = 'webhook-refuses-dry-run' | 'may-not-dry-run' | 'unreachable'

function isUnanswered(reason: Rejected['reason'] | Unanswered): reason is Unanswered {
  return reason === 'webhook-refuses-dry-run' || reason === 'may-not-dry-run' || reason === 'unreachable'
}

function reasonFor(error: ClusterError, isLive: boolean): Rejected['reason'] | Unanswered {
  // It goes, and nothing is said of the object.
  if (error.causes.some(({ reason }) => reason === 'NamespaceTerminating')) return 'no-namespace'
  switch (error.code) {
    case 'no-dry-run':
      return error.status === 403 ? 'may-not-dry-run' : 'webhook-refuses-dry-run'
    case 'denied':
      return /\bexceeded quota\b/.test(error.message) ? 'quota' : 'denied'
    case 'forbidden':
      return 'forbidden'
    case 'apply-conflict':
    case 'already-exists':
      return 'conflict'
    case 'unknown-kind':
      return 'unknown-kind'
    case 'not-found':
      return 'no-namespace'
    case 'invalid':
    case 'bad-request':
    case 'bad-name':
      return isLive && isImmutable(error) ? 'immutable' : 'invalid'
    // Forced, it contradicts nobody: somebody kept writing meanwhile, which says nothing about the object.
    case 'conflict':
    case 'unreachable':
    case 'timeout':
    case 'unauthorized':
    case 'expired':
    case 'too-many-requests':
    case 'unavailable':
    case 'malformed':
      return 'unreachable'
  }
}

const immutable =
  /\b(?:is|are) immutable\b|\bimmutable field|may not (be )?change|may not be updated|cannot (be )?(change|update)|updates? to .{0,400} (is|are) forbidden/i

function isImmutable(error: ClusterError): boolean {
  return saysImmutable(error.message) || error.causes.some(({ message }) => saysImmutable(message))
}

/** The API server has no code for this: each kind says it in words of its own. */
export function saysImmutable(message: string): boolean {
  return immutable.test(message)
}

/** What the server said. Of a Secret not even that: its values could be quoted in any form. */
function messageFor(error: ClusterError, { manifest }: DesiredObject, redact: Redact): string {
  if (isSecretKind(manifest)) return `the API server answered: ${error.reason || error.code}`
  const text = withoutSubject(error)
  const advice = text.lastIndexOf('; ')
  return redact(advice < 0 ? text : text.slice(0, advice))
}

const remedies: Readonly<Record<Rejected['reason'], string>> = {
  immutable: 'keep the live value, or let the sync option Force=true delete the object and create it again',
  denied: "comply with the cluster's admission rules, or have them changed",
  forbidden: 'give Plumbline this permission, or take the object out',
  quota: 'ask for less, or have the quota raised',
  invalid: 'correct the manifest',
  conflict: 'find out who else writes the object',
  'unknown-kind': 'check apiVersion and kind, and that its CRD is installed',
  'no-namespace': 'create the namespace, or set CreateNamespace=true',
}
