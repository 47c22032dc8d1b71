import type { Application, DeclarationProblem } from '../apps/application.ts'
import { declarationKind } from '../apps/declaration.ts'
import { rulesOver } from '../apps/govern.ts'
import { parseDeclaration } from '../apps/parse-declaration.ts'
import type { Project, Projects } from '../apps/project.ts'
import type { ClusterNames } from '../apps/project-rules.ts'
import type { Commit } from '../git/commit.ts'
import { sameRepository } from '../git/repository.ts'
import { refuseByProject } from '../policy/authorise.ts'
import type { RenderedManifest } from '../render/rendered-app.ts'
import { problemOfDeclaration } from '../report/report-problem.ts'
import { declarationProblem, declaredWithLines } from './declared-in.ts'
import type { EntrySource, RenderedSource } from './entry-source.ts'
import type { RosterProblem } from './roster-entry.ts'

/** The projects that a root itself holds. */
export async function projectsIn({ rendered, tree }: RenderedSource): Promise<readonly Project[]> {
  const projects = rendered.manifests.filter(isProject)
  const parsed = await Promise.all(
    projects.map(async (project) =>
      parseDeclaration(await declaredWithLines(project, rendered.commit, tree)),
    ),
  )
  return parsed.flatMap((one) => (one.kind === 'project' ? [one.project] : []))
}

function isProject({ manifest }: RenderedManifest): boolean {
  return declarationKind(manifest) === 'argoproj.io/AppProject'
}

/** What is wrong with projects, and which of them do not count yet, at the commits that declare them. */
export function projectProblems(
  { rendered: { commit } }: RenderedSource,
  own: readonly Project[],
  governing: Projects | undefined,
): readonly RosterProblem[] {
  const changed = governing ? own.filter((project) => !isAsIn(project, governing)) : []
  const warnings = changed.map((project) =>
    projectWarning(
      project,
      'changes here and counts from the merge on; this plan is made under the base branch’s',
    ),
  )
  return [...own.flatMap(({ problems }) => problems), ...warnings].map((problem) =>
    declarationProblem(problem, commit),
  )
}

function isAsIn({ name, rules }: Project, { declared }: Projects): boolean {
  return declared.some(
    (other) => other.name === name && JSON.stringify(other.rules) === JSON.stringify(rules),
  )
}

function projectWarning({ name, declaredAt }: Project, what: string): DeclarationProblem {
  const { path: file, line } = declaredAt
  return { code: 'not-followed', message: `AppProject ${name} ${what}`, file, line, warning: true }
}

/** An application gives itself no project: one among its manifests does not count. */
export function strayProject(
  project: Project,
  own: readonly Project[],
  commit: Commit,
): readonly RosterProblem[] {
  if (own.some((other) => isSamePlace(other, project))) return []
  const where = 'stands in an application; only those of a root count, move it there'
  return [declarationProblem(projectWarning(project, where), commit)]
}

function isSamePlace({ declaredAt: a }: Project, { declaredAt: b }: Project): boolean {
  return a.path === b.path && a.line === b.line && sameRepository(a.repository, b.repository)
}

export interface Governed {
  readonly application: Application
  /** Set where its project keeps it from being rendered at all. */
  readonly refusal?: EntrySource & { readonly kind: 'unusable' }
}

/** Puts an application under the rules of its project. */
export function govern(
  application: Application,
  projects: Projects,
  clusters: readonly ClusterNames[],
): Governed {
  const found = rulesOver(application, projects)
  if ('problem' in found) return { application, refusal: refusalOf(found.problem) }
  if (found.rules === undefined) return { application }
  const governed = { ...application, governedBy: { rules: found.rules, clusters } }
  const message = refuseByProject(governed)
  if (message === undefined) return { application: governed }
  const { path: file, line } = application.declaredAt
  const problem = { code: 'not-permitted', message, file, line, application: application.name } as const
  return { application: governed, refusal: refusalOf(problem) }
}

function refusalOf(problem: DeclarationProblem): EntrySource & { readonly kind: 'unusable' } {
  return { kind: 'unusable', problem: problemOfDeclaration(problem) }
}
