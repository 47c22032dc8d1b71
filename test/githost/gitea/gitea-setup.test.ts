import { giteaOnSandbox } from '../../contract/git-host-sandbox.ts'
import { giteaSetup } from '../../contract/git-host-setup.ts'

giteaSetup(giteaOnSandbox())
