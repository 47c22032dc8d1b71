/** A repository on a configured Git host. `host` is the host's name in the settings. */
export interface Repository {
  readonly host: string
  readonly owner: string
  readonly name: string
}

export function formatRepository(repository: Repository): string {
  return `${repository.host}:${repository.owner}/${repository.name}`
}

export function sameRepository(a: Repository, b: Repository): boolean {
  return formatRepository(a).toLowerCase() === formatRepository(b).toLowerCase()
}
