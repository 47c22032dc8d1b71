import { giteaPullRequestHooks, gitHostPullRequests } from '../../contract/git-host-pull-requests.ts'
import { giteaOnSandbox } from '../../contract/git-host-sandbox.ts'

gitHostPullRequests(giteaOnSandbox())
giteaPullRequestHooks(giteaOnSandbox())
