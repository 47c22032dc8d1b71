import type { Project } from '../../src/apps/project.ts'
import type { ProjectRules } from '../../src/apps/project-rules.ts'

/** Rules that permit everything; what a test cares about is given. */
export function projectRules(changes: Partial<ProjectRules> = {}): ProjectRules {
  return {
    sourceRepos: ['*'],
    destinations: [{ server: '*', name: '*', namespace: '*' }],
    clusterKinds: { permitted: [{ group: '*', kind: '*' }], refused: [] },
    namespacedKinds: { refused: [] },
    ...changes,
  }
}

export function aProject({
  path = 'projects.yaml',
  ...changes
}: Partial<Project> & { readonly name: string; readonly path?: string }): Project {
  return {
    namespace: 'argocd',
    declaredAt: { repository: { host: 'forge', owner: 'team', name: 'config' }, path, line: 1 },
    rules: projectRules(),
    sourceNamespaces: [],
    problems: [],
    ...changes,
  }
}
