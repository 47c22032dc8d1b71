import type { Application, DeclarationProblem, DeclaredAt } from '../apps/application.ts'
import { isSystemConfig, parseSystemConfig, type SystemConfig } from '../apps/system-config.ts'
import type { Commit } from '../git/commit.ts'
import { problemOfDeclaration } from '../report/report-problem.ts'
import { present } from '../settings/present.ts'
import { declarationProblem, declaredWithLines } from './declared-in.ts'
import type { RenderedSource } from './entry-source.ts'
import type { RosterProblem } from './roster-entry.ts'
import type { Governed } from './roster-projects.ts'

/** What a root's own `argocd-cm` says; without one, nothing. */
export async function systemConfigIn({ rendered, tree }: RenderedSource): Promise<SystemConfig> {
  const { manifests, commit } = rendered
  const found = manifests.filter(({ manifest }) => isSystemConfig(manifest))
  const read = await Promise.all(
    found.map(async (one) => parseSystemConfig(await declaredWithLines(one, commit, tree))),
  )
  return {
    ignoreDifferences: read.flatMap(({ ignoreDifferences }) => ignoreDifferences),
    problems: read.flatMap(({ problems }) => problems),
    ...present({
      declaredAt: read[0]?.declaredAt,
      trackingLabel: read.find(({ trackingLabel }) => trackingLabel)?.trackingLabel,
    }),
  }
}

/** What is wrong with a root's settings, and that a pull request is not planned under its own. */
export function systemProblems(
  system: SystemConfig,
  governing: SystemConfig | undefined,
  commit: Commit,
): readonly RosterProblem[] {
  const { problems } = system
  const isChanged = governing !== undefined && !isSame(system, governing)
  const declaredAt = system.declaredAt ?? governing?.declaredAt
  const warning = isChanged && declaredAt !== undefined ? [changeOf(declaredAt)] : []
  return [...problems, ...warning].map((problem) => declarationProblem(problem, commit))
}

function isSame(a: SystemConfig, b: SystemConfig): boolean {
  const text = ({ ignoreDifferences, trackingLabel }: SystemConfig) =>
    JSON.stringify([ignoreDifferences, trackingLabel])
  return text(a) === text(b)
}

function changeOf({ path: file, line }: DeclaredAt): DeclarationProblem {
  const message =
    'argocd-cm changes here and counts from the merge on; this plan is made under the base branch’s'
  return { code: 'not-followed', message, file, line, warning: true }
}

/**
 * An application with the ignore rules of its root behind its own, and its root's way of tracking. A rule that cannot be read refuses it: a sync would
 * overwrite what the rule was to protect.
 */
export function underSystem(application: Application, system: SystemConfig | undefined): Governed {
  const problem = system?.problems.find(({ warning }) => warning !== true)
  if (problem !== undefined) {
    const { file, line, message } = problem
    const why = { ...problem, message: `argocd-cm cannot be used: ${message} (${file}:${line})` }
    const refusal = problemOfDeclaration({ ...why, application: application.name })
    return { application, refusal: { kind: 'unusable', problem: refusal } }
  }
  const { ignoreDifferences = [], trackingLabel } = system ?? {}
  if (ignoreDifferences.length === 0 && trackingLabel === undefined) return { application }
  const rules = [...application.ignoreDifferences, ...ignoreDifferences]
  return { application: { ...application, ignoreDifferences: rules, ...present({ trackingLabel }) } }
}
