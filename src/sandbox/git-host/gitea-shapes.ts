import type { CommitSha } from '../../git/commit.ts'
import type { Signature } from './object-store.ts'
import type { SandboxRepository } from './sandbox-repository.ts'
import type { SandboxUser, StoredStatus } from './sandbox-state.ts'

type Shape = Readonly<Record<string, unknown>>

/** A repository as Gitea 1.26 prints it, without what no reader of ours looks at. */
export function repositoryShape(baseUrl: string, repository: SandboxRepository): Shape {
  const fullName = `${repository.owner}/${repository.name}`
  return {
    owner: userShape(baseUrl, { login: repository.owner }),
    name: repository.name,
    full_name: fullName,
    empty: repository.refs.size === 0,
    private: repository.private,
    html_url: `${baseUrl}/${fullName}`,
    url: `${baseUrl}/api/v1/repos/${fullName}`,
    clone_url: `${baseUrl}/${fullName}.git`,
    default_branch: repository.defaultBranch,
    archived: false,
    object_format_name: 'sha1',
  }
}

export function userShape(baseUrl: string, { login }: Pick<SandboxUser, 'login'>): Shape {
  return {
    login,
    username: login,
    full_name: '',
    email: `${login}@noreply.localhost`,
    html_url: `${baseUrl}/${login}`,
  }
}

/** `commit.tree.sha` is the commit's own id, as the real one has it. */
export function commitShape(api: string, repository: SandboxRepository, sha: CommitSha): Shape {
  const { author, committer, message, parents } = repository.readCommit(sha)
  const url = `${api}/git/commits/${sha}`
  const created = isoTime(committer)
  return {
    url,
    sha,
    created,
    commit: {
      url,
      author: { name: author.name, email: author.email, date: isoTime(author) },
      committer: { name: committer.name, email: committer.email, date: created },
      message,
      tree: { url: `${api}/git/trees/${sha}`, sha, created },
      verification: null,
    },
    author: null,
    committer: null,
    parents: parents.map((parent) => ({ url: `${api}/git/commits/${parent}`, sha: parent })),
    files: null,
    stats: null,
  }
}

export function statusShape(baseUrl: string, api: string, sha: string, status: StoredStatus): Shape {
  return {
    id: status.id,
    status: status.state,
    target_url: status.targetUrl,
    description: status.description,
    url: `${api}/statuses/${sha}`,
    context: status.context,
    creator: userShape(baseUrl, { login: status.creator }),
    created_at: secondsText(status.seconds),
    updated_at: secondsText(status.seconds),
  }
}

export function isoTime({ seconds }: Pick<Signature, 'seconds'>): string {
  return secondsText(seconds)
}

/** RFC 3339 of seconds of Unix time. */
export function secondsText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}
