/** Paths of the console's pages. */
export const consolePath = '/console'

export function applicationPath(name: string): string {
  return pathOf('applications', name)
}

function pathOf(...segments: readonly string[]): string {
  return [consolePath, ...segments.map((segment) => encodeURIComponent(segment))].join('/')
}
