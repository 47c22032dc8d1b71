import githubAppJwt from 'universal-github-app-jwt'
import { formatRepository, type Repository } from '../../git/repository.ts'
import { numberAt, textAt } from '../answer.ts'
import { type Asked, hostFailure, malformed } from '../failure.ts'
import { GitHostError } from '../git-host-error.ts'
import {
  type Credential,
  createHostApi,
  type HostApi,
  type HostConnection,
  type HostDialect,
  type HostRequest,
} from '../host-api.ts'
import { toPkcs8 } from './private-key.ts'

/** A token of a person, or an App with its private key in PEM. */
export type GithubAccess =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'app'; readonly id: string; readonly privateKey: string }

/** The credential for a repository, or for the host as a whole. Errors: `GitHostError`. */
export interface Credentials {
  of(asked: Asked): Promise<Credential>
  /** The host refused it: the next one is new. */
  forget(asked: Asked): void
}

interface Minted extends Credential {
  /** Milliseconds of Unix time. */
  readonly until: number
}

/** Taken for over this long before it is. */
const margin = 5 * 60_000
const jwtMargin = 60_000

export interface AppConnection extends HostConnection {
  now(): number
}

export function createCredentials(
  connection: AppConnection,
  dialect: Pick<HostDialect, 'baseUrl' | 'limit' | 'retryAfter'>,
  access: GithubAccess | undefined,
): Credentials {
  if (access?.kind === 'app') return appCredentials(connection, dialect, access)
  const token = access?.token
  const credential: Credential = {
    account: connection.name,
    ...(token === undefined ? {} : { authorization: `token ${token}` }),
  }
  return { of: async () => credential, forget: () => {} }
}

/** For each repository a token of its own that reaches no other one, for an hour; the App itself where none is meant. */
function appCredentials(
  connection: AppConnection,
  dialect: Pick<HostDialect, 'baseUrl' | 'limit' | 'retryAfter'>,
  { id, privateKey }: Extract<GithubAccess, { kind: 'app' }>,
): Credentials {
  const held = new Map<string, Promise<Minted>>()
  const api = createHostApi(connection, {
    ...dialect,
    credential: ({ repository }) => take('', () => signAsApp(repository)),
  })

  /** Here no token is refused, but what was signed. */
  async function asApp(request: HostRequest): Promise<unknown> {
    try {
      return await api(request)
    } catch (error) {
      if (!(error instanceof GitHostError && error.code === 'unauthorized')) throw error
      held.delete('')
      const what =
        'the Git host refused what its private key signed; is it a key of this App, and is the clock right'
      throw hostFailure('unauthorized', request.repository, `App ${id}: ${what}?`)
    }
  }

  async function signAsApp(of: Asked): Promise<Minted> {
    const key = toPkcs8(privateKey)
    const what = 'the private key of the App cannot be used; it must be an RSA key in PEM'
    const seconds = Math.floor(connection.now() / 1000)
    try {
      if (key === undefined) throw new Error('no key')
      const { token, expiration } = await githubAppJwt({ id, privateKey: key, now: seconds })
      const until = expiration * 1000 - jwtMargin
      return { account: connection.name, authorization: `bearer ${token}`, until }
    } catch {
      throw hostFailure('unauthorized', of, what)
    }
  }

  /** What is held while it lasts, made once however many ask; a failure is held by nobody. */
  async function take(name: string, make: () => Promise<Minted>): Promise<Minted> {
    const known = held.get(name)
    const minted = await known
    if (minted !== undefined && minted.until > connection.now()) return minted
    // While this one waited, another may have found the same and be making it.
    if (held.get(name) !== known) return take(name, make)
    const making = make()
    held.set(name, making)
    making.catch(() => held.delete(name))
    return making
  }

  return {
    of: (asked) =>
      'owner' in asked
        ? take(formatRepository(asked), () => mint(asApp, asked))
        : take('', () => signAsApp(asked)),
    forget: (asked) => void held.delete('owner' in asked ? formatRepository(asked) : ''),
  }
}

/** The token reaches this repository alone. */
async function mint(api: HostApi, repository: Repository): Promise<Minted> {
  const found = await api({ repository, path: ['installation'], asked: 'the App', absentOn: [404] })
  if (found === undefined) {
    const what = `the GitHub App of host ${repository.host} is not installed on it; install it there`
    throw hostFailure('forbidden', repository, what)
  }
  const installation = String(numberAt(found, 'id') ?? '')
  const asked = 'a token of the App'
  const path = ['app', 'installations', installation, 'access_tokens']
  const made = await api({ repository, at: 'host', path, body: { repositories: [repository.name] }, asked })
  const token = textAt(made, 'token')
  const expires = Date.parse(textAt(made, 'expires_at') ?? '')
  if (token === undefined || !/^[\x21-\x7e]+$/.test(token) || Number.isNaN(expires))
    throw malformed(repository, asked)
  const account = `installation ${installation}`
  return { account, authorization: `token ${token}`, until: expires - margin }
}
