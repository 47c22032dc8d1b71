import { afterAll } from 'vitest'
import { gitHostReads } from '../../contract/git-host.ts'
import { localFolders } from '../../contract/git-host-local.ts'

const subject = localFolders()
afterAll(() => subject.remove())

gitHostReads(subject)
