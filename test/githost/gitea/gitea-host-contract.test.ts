import { gitHostFeedback, gitHostReads } from '../../contract/git-host.ts'
import { giteaOnSandbox } from '../../contract/git-host-sandbox.ts'

gitHostReads(giteaOnSandbox())
gitHostFeedback(giteaOnSandbox())
