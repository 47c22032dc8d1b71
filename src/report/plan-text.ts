import { shortSha } from '../git/commit.ts'
import { formatKey, type ObjectKey } from '../kube/object-key.ts'
import {
  type ApplyStep,
  type HookStep,
  isEmpty,
  type Plan,
  type PlanBlock,
  type PlannedPhase,
  type PlannedWave,
  type PruneStep,
  type SkipReason,
  type SkipStep,
} from '../plan/plan.ts'
import { printable } from './printable.ts'

export const applyReasons: { readonly [reason in ApplyStep['reason']]: string } = {
  missing: 'is missing',
  drifted: 'differs',
  unverified: 'could not be verified',
  'create-namespace': 'is missing; CreateNamespace asks for it',
  'namespace-metadata': 'differs from managedNamespaceMetadata',
}

export const skipReasons: { readonly [reason in SkipReason]: string } = {
  'in-sync': 'in sync',
  'skip-hook': 'marked as hook Skip',
  'unknown-hook-phase': 'a hook of no phase of a sync',
  'delete-hook': 'a hook that runs when the application is deleted',
  'no-hooks-on-self-heal': 'a self-heal runs no hooks',
  declaration: 'declares an application: followed, never applied',
  unverified: 'a self-heal writes only what is known to differ',
  'not-permitted': 'to prune, but the application may not write it',
  'not-marked': 'not in Git, without the mark of this application',
  'nothing-to-sync': 'hooks of a sync with nothing to do',
  'prune-not-enabled': 'to prune, but pruning is not enabled',
  'prune-disabled-by-option': 'to prune, but the application has Prune=false',
  'delete-disabled': 'stays when the application goes: Delete=false, or Helm’s resource policy',
  'handed-over': 'not in Git here, declared by another application now',
  'not-selected': 'differs, but this sync was asked for other objects',
  'only-prunes': 'differs, but this sync only prunes',
  'namespace-in-use': 'to prune, but something is still declared in it',
  'waits-for-health': 'to prune, but something of the application is degraded or missing',
  'awaits-acknowledgement': 'to prune, but it waits for an acknowledgement',
  'listing-incomplete': 'to prune, but not all kinds of the application could be listed',
  'roster-incomplete': 'to prune, but what might declare it now could not be read',
  'prune-disabled-on-object': 'to prune, but the object has Prune=false',
  'not-in-inventory': 'not in Git and never applied by Plumbline',
  'has-owner': 'not in Git, owned by another object',
  'copied-tracking-id': 'not in Git, with the mark of another object',
  hook: 'not in Git, made by a hook',
  'another-application': 'moved to another application',
  'being-deleted': 'being deleted already',
  'other-gitops-manager': 'not in Git, managed by another GitOps tool',
}

/** A plan as people read it: blocks first, then phases and waves in order, what would be pruned, what is left alone. */
export function planText(plan: Plan): string {
  const title = `plan of ${printable(plan.application)} at ${shortSha(plan.commit)}`
  const lines = [
    ...plan.blocks.map(blockLine),
    ...plan.phases.flatMap(phaseLines),
    ...pruneLines(plan.prune),
    ...acknowledgementLines(plan),
    ...skipLines(plan.skips),
  ]
  const nothing = isEmpty(plan) ? ['nothing to write'] : []
  return [title, ...[...nothing, ...lines].map((line) => `  ${line}`), ''].join('\n')
}

function blockLine({ code, key, message }: PlanBlock): string {
  const isNamed = key === undefined || message.includes(formatKey(key))
  return `blocked (${code}): ${isNamed ? '' : `${name(key)}: `}${printable(message)}`
}

function phaseLines({ phase, waves }: PlannedPhase): readonly string[] {
  return [phase, ...waves.flatMap(waveLines)]
}

function waveLines({ wave, steps, watch = [] }: PlannedWave): readonly string[] {
  return [
    `  wave ${wave}`,
    ...steps.map((step) => `    ${stepLine(step)}`),
    ...watch.map((key) => `    wait for ${name(key)}: in sync, not healthy yet`),
  ]
}

function stepLine(step: ApplyStep | HookStep): string {
  if (step.action === 'apply') {
    const verb = step.recreates === undefined ? 'apply' : 'delete and create again'
    return `${verb} ${name(step.key)}: ${applyReasons[step.reason]}${handover(step)}`
  }
  return `create hook ${name(step.key)}: deleted by ${step.deletePolicies.join(', ')}`
}

function handover({ handedOverBy }: ApplyStep): string {
  return handedOverBy === undefined ? '' : `; handed over by ${printable(handedOverBy)}`
}

function pruneLines(prune: readonly PruneStep[]): readonly string[] {
  return prune.length === 0
    ? []
    : ['Prune', ...prune.map(({ key, wave }) => `  delete ${name(key)} (wave ${wave})`)]
}

function acknowledgementLines({ application, acknowledgement }: Plan): readonly string[] {
  if (acknowledgement === undefined) return []
  const { given, digest, reasons } = acknowledgement
  const ask = `needs an acknowledgement: plumbline ack ${printable(application)} ${digest}`
  return [given ? `acknowledged: ${digest}` : ask, ...reasons.map((reason) => `  ${printable(reason)}`)]
}

/** One block for each reason, in the order in which the reasons first come. */
function skipLines(skips: readonly SkipStep[]): readonly string[] {
  const reasons = [...new Set(skips.map((skip) => skip.reason))]
  return reasons.flatMap((reason) => [
    `left alone: ${skipReasons[reason]}`,
    ...skips.filter((skip) => skip.reason === reason).map((skip) => `  ${name(skip.key)}`),
  ])
}

function name(key: ObjectKey): string {
  return printable(formatKey(key))
}
