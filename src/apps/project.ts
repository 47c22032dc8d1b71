import type { DeclarationProblem, DeclaredAt } from './application.ts'
import type { ProjectRules } from './project-rules.ts'

/** What the applications of a project may do. */
export interface Project {
  readonly name: string
  /** Where it is declared, `argocd` when it does not say: applications of that namespace may use it. */
  readonly namespace: string
  readonly declaredAt: DeclaredAt
  readonly rules: ProjectRules
  /** Globs or `/regular expressions/` over further namespaces whose applications may use it. */
  readonly sourceNamespaces: readonly string[]
  /** What keeps it from being enforced: while there is one, none of its applications is worked on. */
  readonly problems: readonly DeclarationProblem[]
}

/** All projects of an installation. */
export interface Projects {
  readonly declared: readonly Project[]
  /** False when a root could not be read: it may declare any project. */
  readonly isComplete: boolean
}
