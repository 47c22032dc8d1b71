import { shortSha } from '../../src/git/commit.ts'
import { formatKey } from '../../src/kube/object-key.ts'
import type { ApplyStep, HookStep, Plan, SkipStep } from '../../src/plan/plan.ts'

/** A plan as the goldens write it: one line for each step, block and skipped object, with the plan's own words. */
export function formatPlan(plan: Plan): string {
  const lines = [
    `${plan.application} at ${shortSha(plan.commit)}`,
    ...section(
      'blocked',
      plan.blocks.map(({ code, message }) => `${code}: ${message}`),
    ),
    ...plan.phases.flatMap(({ phase, waves }) =>
      waves.flatMap(({ wave, steps, watch = [] }) =>
        section(`${phase}, wave ${wave}`, [
          ...steps.map(formatStep),
          ...watch.map((key) => `wait for ${formatKey(key)}`),
        ]),
      ),
    ),
    ...section(
      'prune',
      plan.prune.map(({ key, wave }) => `${formatKey(key)} (wave ${wave})`),
    ),
    ...section('acknowledgement', formatAcknowledgement(plan)),
    ...section('left alone', plan.skips.map(formatSkip)),
  ]
  return `${lines.join('\n')}\n`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`  ${title}`, ...lines.map((line) => `    ${line}`)]
}

function formatAcknowledgement({ acknowledgement }: Plan): readonly string[] {
  if (acknowledgement === undefined) return []
  const { given, objects, reasons } = acknowledgement
  return [given ? 'given' : 'awaited', ...reasons, ...objects.map(formatKey)]
}

function formatStep(step: ApplyStep | HookStep): string {
  return step.action === 'apply'
    ? `apply ${formatKey(step.key)} (${step.reason})`
    : `create hook ${formatKey(step.key)} (${step.deletePolicies.join(', ')})`
}

function formatSkip({ key, reason }: SkipStep): string {
  return `${formatKey(key)} (${reason})`
}
