import { formatRepository } from '../git/repository.ts'
import type { Application, DeclarationProblem } from './application.ts'

/**
 * A problem for every application whose name another one of the installation has; each names the other's place.
 * None of them is to be synced: their objects would be taken for one another's.
 */
export function duplicateNames(applications: readonly Application[]): readonly DeclarationProblem[] {
  const byName = new Map<string, Application[]>()
  for (const application of applications) {
    const same = byName.get(application.name)
    if (same) same.push(application)
    else byName.set(application.name, [application])
  }
  return [...byName.values()].flatMap((same) =>
    same.length < 2 ? [] : same.map((one) => problem(one, same)),
  )
}

function problem(application: Application, same: readonly Application[]): DeclarationProblem {
  const { path, line } = application.declaredAt
  const others = same.filter((other) => other !== application).map(placeOf)
  return {
    code: 'duplicate-name',
    message: `metadata.name ${application.name} is taken: also declared in ${others.join(', ')}; rename one of them`,
    file: path,
    line,
    field: 'metadata.name',
    application: application.name,
  }
}

function placeOf({ declaredAt }: Application): string {
  return `${formatRepository(declaredAt.repository)} ${declaredAt.path}:${declaredAt.line}`
}
