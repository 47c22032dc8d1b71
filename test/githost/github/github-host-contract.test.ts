import { afterAll, beforeAll } from 'vitest'
import { gitHostFeedback, gitHostReads } from '../../contract/git-host.ts'
import { githubOnSandbox } from '../../contract/git-host-github.ts'
import { gitHostPullRequests } from '../../contract/git-host-pull-requests.ts'

const subject = githubOnSandbox()

beforeAll(() => subject.server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => subject.server.close())

gitHostReads(subject)
gitHostFeedback(subject)
gitHostPullRequests(subject)
