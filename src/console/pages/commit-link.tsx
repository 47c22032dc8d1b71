import type { JSX } from 'hono/jsx/jsx-runtime'
import { type Commit, shortSha } from '../../git/commit.ts'
import type { Settings } from '../../settings.ts'
import type { Shell } from './page.tsx'

/** A commit, with a link to where its Git host shows it. */
export function CommitLink({
  shell,
  commit,
}: {
  readonly shell: Shell
  readonly commit: Commit
}): JSX.Element {
  const address = addressOf(commit, shell.hosts)
  const text = <code class="sha">{shortSha(commit.sha)}</code>
  return address === undefined ? text : <a href={address}>{text}</a>
}

/** Of a local folder there is none. What comes from outside is one segment of the path, whatever it holds. */
function addressOf({ repository, sha }: Commit, hosts: Settings['hosts']): string | undefined {
  const host = hosts.find(({ name }) => name === repository.host)
  if (host === undefined || host.kind === 'local' || !/^https?:\/\//i.test(host.address)) return undefined
  const path = [repository.owner, repository.name, 'commit', sha].map((one) => encodeURIComponent(one))
  return `${host.address.replace(/\/$/, '')}/${path.join('/')}`
}
