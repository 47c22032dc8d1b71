/** `LIST deployments`, `PATCH deployments dry run`, `GET blobs`: what a request is about, without names. */
export function requestKind({ method, url }: Pick<Request, 'method' | 'url'>): string {
  const { pathname, searchParams } = new URL(url)
  const found =
    /^\/apis?\/(?:[^/]+\/)?v[^/]+(?:\/namespaces\/[^/]+)?\/(?<resource>[^/]+)(?<name>\/[^/]+)?/.exec(
      pathname,
    )?.groups
  const ofGit = /^\/api\/v\d\/repos\/[^/]+\/[^/]+\/(?:git\/)?(?<resource>[^/]+)/.exec(pathname)?.groups
  if (ofGit !== undefined) return `${method} ${ofGit.resource}`
  if (found === undefined) return `${method} discovery`
  const verb = method === 'GET' && found.name === undefined ? 'LIST' : method
  return `${verb} ${found.resource}${searchParams.has('dryRun') ? ' dry run' : ''}`
}
