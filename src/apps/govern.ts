import { formatRepository } from '../git/repository.ts'
import { glob, unanchoredRegExp } from '../kube/regexp.ts'
import type { Application, DeclarationProblem } from './application.ts'
import { isExpression } from './parse-project.ts'
import type { Project, Projects } from './project.ts'
import type { ProjectRules } from './project-rules.ts'

/** The rules that an application is under; none is undefined, for a `default` that nobody declares. */
export type Governed = { readonly rules: ProjectRules | undefined } | { readonly problem: DeclarationProblem }

/** Looks up the project that an application names. What cannot be known or enforced refuses it. */
export function rulesOver(application: Application, { declared, isComplete }: Projects): Governed {
  const { project } = application
  const [found, ...others] = declared.filter(({ name }) => name === project)
  if (found === undefined) return undeclared(application, isComplete)
  if (others.length > 0) {
    const places = [found, ...others].map(placeOf).join(' and ')
    return refusal(application, `project ${project} is declared more than once, in ${places}; keep one`)
  }
  const [first] = found.problems
  if (first !== undefined) {
    const message = `${first.message} (${first.file}:${first.line})`
    return refusal(application, `project ${project} cannot be enforced: ${message}`)
  }
  if (!mayUse(application, found)) {
    const { name, namespace } = application
    return refusal(
      application,
      `application '${name}' in namespace '${namespace}' is not allowed to use project ${project}`,
    )
  }
  return { rules: found.rules }
}

function undeclared(application: Application, isComplete: boolean): Governed {
  const { project } = application
  // A root that cannot be read hides no other: who never declared a project is not held up by it.
  if (project === 'default') return { rules: undefined }
  if (!isComplete) {
    const message = `project ${project} cannot be known while a root cannot be read; mend that root`
    return { problem: { ...problemOf(application, message), passing: true } }
  }
  const advice = 'declare its AppProject in a root; it counts once that is merged'
  return refusal(application, `Application referencing project ${project} which does not exist: ${advice}`)
}

/** Applications beside the project may use it, and those of the namespaces that it names. */
function mayUse({ namespace }: Application, project: Project): boolean {
  return (
    namespace === 'argocd' ||
    namespace === project.namespace ||
    project.sourceNamespaces.some((pattern) => matchesNamespace(pattern, namespace))
  )
}

function matchesNamespace(pattern: string, namespace: string): boolean {
  const compiled = isExpression(pattern) ? unanchoredRegExp(pattern.slice(1, -1)) : glob(pattern)
  return compiled?.matches(namespace) === true
}

function placeOf({ declaredAt }: Project): string {
  return `${formatRepository(declaredAt.repository)} ${declaredAt.path}:${declaredAt.line}`
}

function refusal(application: Application, message: string): Governed {
  return { problem: problemOf(application, message) }
}

function problemOf({ name, declaredAt }: Application, message: string): DeclarationProblem {
  const { path: file, line } = declaredAt
  return { code: 'project', message, file, line, field: 'spec.project', application: name }
}
