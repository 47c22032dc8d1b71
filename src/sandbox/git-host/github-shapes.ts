import type { CommitSha } from '../../git/commit.ts'
import { secondsText } from './gitea-shapes.ts'
import { isDraft } from './pull-facts.ts'
import type { SandboxRepository } from './sandbox-repository.ts'
import type { Hosted, StoredComment, StoredPull, StoredStatus } from './sandbox-state.ts'

type Shape = Readonly<Record<string, unknown>>

/** Where things are: the API, and the web. */
export interface Addresses {
  readonly api: string
  readonly web: string
}

export function addressesOf(baseUrl: string): Addresses {
  const isPublic = baseUrl === 'https://github.com'
  return { api: isPublic ? 'https://api.github.com' : `${baseUrl}/api/v3`, web: baseUrl }
}

const long = '1970-01-01T00:00:00Z'
const userLinks =
  'events followers following gists organizations received_events repos starred subscriptions'.split(' ')
/** The keys of a repository that end in `_url` and lead below it. */
const repositoryLinks =
  'archive assignees blobs branches collaborators comments commits compare contents contributors deployments downloads events forks git_commits git_refs git_tags hooks issue_comment issue_events issues keys labels languages merges milestones notifications pulls releases stargazers statuses subscribers subscription tags teams trees'.split(
    ' ',
  )
const pullLinks = 'comments commits review_comment review_comments issue statuses'.split(' ')

function all<Value>(value: Value, names: string): { readonly [name: string]: Value } {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]))
}

/** What the sandbox has no opinion about. */
const unremarkable = {
  ...all(null, 'homepage language mirror_url license'),
  ...all(false, 'archived disabled has_pages has_discussions'),
  ...all(true, 'has_issues has_projects has_wiki has_downloads'),
  ...all(0, 'forks forks_count open_issues open_issues_count size network_count'),
  ...all(0, 'stargazers_count watchers watchers_count subscribers_count'),
  ...all(long, 'pushed_at created_at updated_at'),
}

export function userShape({ api, web }: Addresses, login: string): Shape {
  const url = `${api}/users/${login}`
  return {
    login,
    id: numberOf(login),
    node_id: `U_${numberOf(login)}`,
    avatar_url: `${web}/${login}.png`,
    gravatar_id: '',
    url,
    html_url: `${web}/${login}`,
    ...Object.fromEntries(userLinks.map((name) => [`${name}_url`, `${url}/${name}`])),
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
    site_admin: false,
  }
}

/** A number that is the same for the same text. */
function numberOf(text: string): number {
  return Array.from(text).reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003,
    7,
  )
}

export function repositoryShape(addresses: Addresses, { id, repository }: Hosted): Shape {
  const { owner, name } = repository
  const fullName = `${owner}/${name}`
  const url = `${addresses.api}/repos/${fullName}`
  const page = `${addresses.web}/${fullName}`
  return {
    id,
    node_id: `R_${id}`,
    name,
    full_name: fullName,
    owner: userShape(addresses, owner),
    private: repository.private,
    visibility: repository.private ? 'private' : 'public',
    description: null,
    fork: false,
    url,
    html_url: page,
    ...Object.fromEntries(repositoryLinks.map((link) => [`${link}_url`, `${url}/${link}`])),
    clone_url: `${page}.git`,
    git_url: `git:${page.replace(/^https?:/, '')}.git`,
    ssh_url: `git@${new URL(addresses.web).host}:${fullName}.git`,
    svn_url: page,
    default_branch: repository.defaultBranch,
    ...unremarkable,
  }
}

export function commitShape({ api, web }: Addresses, repository: SandboxRepository, sha: CommitSha): Shape {
  const { author, committer, message, parents, tree } = repository.readCommit(sha)
  const url = `${api}/repos/${repository.owner}/${repository.name}`
  const page = `${web}/${repository.owner}/${repository.name}/commit`
  const who = ({ name, email, seconds }: typeof author) => ({ name, email, date: secondsText(seconds) })
  return {
    sha,
    node_id: `C_${sha}`,
    url: `${url}/commits/${sha}`,
    html_url: `${page}/${sha}`,
    comments_url: `${url}/commits/${sha}/comments`,
    commit: {
      url: `${url}/git/commits/${sha}`,
      author: who(author),
      committer: who(committer),
      message,
      comment_count: 0,
      tree: { sha: tree, url: `${url}/git/trees/${tree}` },
    },
    author: null,
    committer: null,
    parents: parents.map((parent) => ({
      sha: parent,
      url: `${url}/commits/${parent}`,
      html_url: `${page}/${parent}`,
    })),
  }
}

export function statusShape(addresses: Addresses, hosted: Hosted, sha: string, status: StoredStatus): Shape {
  const { owner, name } = hosted.repository
  return {
    url: `${addresses.api}/repos/${owner}/${name}/statuses/${sha}`,
    avatar_url: `${addresses.web}/${status.creator}.png`,
    id: status.id,
    node_id: `SC_${status.id}`,
    state: status.state,
    description: status.description === '' ? null : status.description,
    target_url: status.targetUrl === '' ? null : status.targetUrl,
    context: status.context,
    created_at: secondsText(status.seconds),
    updated_at: secondsText(status.seconds),
  }
}

export function commentShape(addresses: Addresses, { repository }: Hosted, comment: StoredComment): Shape {
  const url = `${addresses.api}/repos/${repository.owner}/${repository.name}/issues`
  const page = `${addresses.web}/${repository.owner}/${repository.name}/pull/${comment.pull}`
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    url: `${url}/comments/${comment.id}`,
    html_url: `${page}#issuecomment-${comment.id}`,
    issue_url: `${url}/${comment.pull}`,
    user: userShape(addresses, comment.author),
    body: comment.body,
    created_at: secondsText(comment.seconds),
    updated_at: secondsText(comment.seconds),
    author_association: comment.author === repository.owner ? 'OWNER' : 'NONE',
  }
}

/** As lists have it. While it is open, `merge_commit_sha` is that of a trial merge. */
export function pullShape(addresses: Addresses, hosted: Hosted, pull: StoredPull, head: string): Shape {
  const { repository } = hosted
  const { owner, name } = repository
  const { merged } = pull
  const url = `${addresses.api}/repos/${owner}/${name}/pulls/${pull.number}`
  const page = `${addresses.web}/${owner}/${name}/pull/${pull.number}`
  const links = Object.fromEntries(pullLinks.map((link) => [link, `${url}/${link}`]))
  const told = secondsText(pull.seconds)
  const side = (of: Hosted, ref: string, sha: string) => ({
    label: `${of.repository.owner}:${ref}`,
    ref,
    sha,
    user: userShape(addresses, of.repository.owner),
    repo: repositoryShape(addresses, of),
  })
  return {
    url,
    id: pull.number,
    node_id: `PR_${pull.number}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    ...Object.fromEntries(Object.entries(links).map(([link, to]) => [`${link}_url`, to])),
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: userShape(addresses, pull.poster),
    body: pull.body === '' ? null : pull.body,
    labels: [],
    milestone: null,
    created_at: told,
    updated_at: told,
    closed_at: pull.state === 'closed' ? told : null,
    merged_at: merged === undefined ? null : secondsText(merged.seconds),
    merge_commit_sha: merged?.commit ?? '7'.repeat(40),
    assignee: null,
    assignees: [],
    draft: isDraft(pull),
    head: side(pull.head.hosted, pull.head.branch, head),
    base: side(hosted, pull.base, pull.toldBase ?? ''),
    _links: Object.fromEntries(
      Object.entries({ ...links, html: page, self: url }).map(([link, href]) => [link, { href }]),
    ),
    author_association: 'NONE',
    auto_merge: null,
  }
}

/** What one alone has more. */
export function wholePullShape(addresses: Addresses, hosted: Hosted, pull: StoredPull, head: string): Shape {
  const { merged } = pull
  return {
    ...pullShape(addresses, hosted, pull, head),
    merged: merged !== undefined,
    merged_by: merged === undefined ? null : userShape(addresses, merged.by),
    mergeable: merged === undefined ? true : null,
    mergeable_state: 'unknown',
    maintainer_can_modify: false,
    ...all(0, 'additions changed_files comments commits deletions review_comments'),
  }
}
