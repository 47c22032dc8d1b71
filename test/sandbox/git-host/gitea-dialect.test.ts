import { giteaDialect } from '../../contract/git-host-dialect.ts'
import { giteaOnSandbox } from '../../contract/git-host-sandbox.ts'

giteaDialect(giteaOnSandbox())
