/** Which repository a URL means, whatever its spelling. */
export interface RepositoryUrl {
  readonly transport: 'http' | 'ssh' | 'file'
  /** In lower case; empty for files. */
  readonly host: string
  /** Empty when it is the transport's own. */
  readonly port: string
  /** As written, without slashes at its ends and without `.git`; of a file, the absolute path. */
  readonly path: string
  /** It holds a password, which no URL that is shown to people may. */
  readonly hasPassword: boolean
}

const scpForm = /^(?:([^@/:\s]+)@)?([\w.-]+):(?!\/\/)(?:(\d+):)?(\S+)$/

/**
 * Reads `https://`, `http://`, `ssh://`, `file://`, an absolute path and the scp form `git@host:owner/name`, also with a
 * port, `git@host:22:owner/name`. Undefined for anything else, and for a user that ssh would take for an option. Spellings are told apart as Argo CD does (reference argocd sections 12 and 14).
 */
export function parseRepositoryUrl(text: string): RepositoryUrl | undefined {
  const trimmed = text.trim()
  if (trimmed.startsWith('/')) return fileUrl(trimmed)
  if (trimmed.includes('://')) return parseUrl(trimmed)
  const [, user = '', host, port = '', path] = scpForm.exec(trimmed) ?? []
  if (host === undefined || path === undefined || isOption(user)) return undefined
  const at = { host: host.toLowerCase(), port: sshPort(port) }
  return { transport: 'ssh', ...at, path: bare(path), hasPassword: false }
}

function isOption(user: string): boolean {
  return user.startsWith('-')
}

function sshPort(port: string): string {
  return port === '22' ? '' : port
}

function parseUrl(text: string): RepositoryUrl | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.search !== '' || url.hash !== '' || isOption(decoded(url.username))) return undefined
  if (url.protocol === 'file:') return url.host === '' ? fileUrl(decoded(url.pathname)) : undefined
  const transport = url.protocol === 'ssh:' ? 'ssh' : /^https?:$/.test(url.protocol) ? 'http' : undefined
  if (transport === undefined || url.hostname === '') return undefined
  return {
    transport,
    host: url.hostname.toLowerCase(),
    port: transport === 'ssh' ? sshPort(url.port) : url.port,
    path: bare(url.pathname),
    hasPassword: url.password !== '',
  }
}

function fileUrl(path: string): RepositoryUrl {
  return { transport: 'file', host: '', port: '', path: `/${withoutOuterSlashes(path)}`, hasPassword: false }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function bare(path: string): string {
  const trimmed = withoutOuterSlashes(path)
  return /\.git$/i.test(trimmed) ? trimmed.slice(0, -4) : trimmed
}

/** Repeated slashes become one. */
function withoutOuterSlashes(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .join('/')
}
