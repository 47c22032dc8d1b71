/** Who asks. */
export interface User {
  readonly name: string
  readonly groups: readonly string[]
}

export const anonymous: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] }

/** Does everything, like the server's own loopback client. */
export const systemUser: User = { name: 'system:apiserver', groups: ['system:masters'] }

/** Users by their bearer tokens. */
export interface Users {
  readonly [token: string]: User
}

/** Undefined for a token that is nobody's. */
export function authenticate(users: Users, authorization: string | null): User | undefined {
  if (authorization === null) return anonymous
  const [, token = ''] = /^Bearer (.+)$/i.exec(authorization) ?? []
  if (!Object.hasOwn(users, token)) return undefined
  const user = users[token]
  return user && { ...user, groups: [...user.groups, 'system:authenticated'] }
}
