import type { Commit } from '../git/commit.ts'

/** Paths of the console's pages: links lead to them, and commit statuses where the settings say where the console is. */
export const consolePath = '/console'

export function applicationPath(name: string): string {
  return pathOf('applications', name)
}

export function runPath(application: string, run: string): string {
  return pathOf('applications', application, 'runs', run)
}

export function deliveryPath(id: string): string {
  return pathOf('deliveries', id)
}

/** What stands behind `plumbline/sync` on a commit, or behind the status of one application there. */
export function commitPath({ repository: { host, owner, name }, sha }: Commit, application?: string): string {
  return pathOf('commits', host, owner, name, sha, ...(application === undefined ? [] : [application]))
}

/** What merging a pull request with this head would do to one application. */
export function planPath(head: Commit, application: string): string {
  return `${commitPath(head, application)}/plan`
}

/**
 * The page behind a commit status: of the aggregate everything that answers on the commit, of an application's its run
 * there, or its plan. `address` is the server's public one.
 */
export function statusPage(address: string, commit: Commit, context: string): string {
  const [, kind, name] = /^plumbline\/(sync|plan): [^/]+\/([^/]+)$/.exec(context) ?? []
  const path =
    name === undefined
      ? commitPath(commit)
      : kind === 'plan'
        ? planPath(commit, name)
        : commitPath(commit, name)
  return `${address.replace(/\/$/, '')}${path}`
}

function pathOf(...segments: readonly string[]): string {
  return [consolePath, ...segments.map((segment) => encodeURIComponent(segment))].join('/')
}
