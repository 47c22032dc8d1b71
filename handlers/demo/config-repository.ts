import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxGitHost } from '../../src/sandbox/git-host/sandbox-git-host.ts'

export interface Files {
  readonly [path: string]: string
}

/** The config repository that comes with Plumbline, with the address of this Git host in it. */
export function configRepository(folder: string, gitUrl: string): Files {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths.map((path) => [
      path.slice(folder.length + 1).replaceAll('\\', '/'),
      readFileSync(path, 'utf8').replaceAll('https://git.example.com', gitUrl),
    ]),
  )
}

/** A file as it stands on `main`. */
export function fileOnMain(git: SandboxGitHost, fullName: `${string}/${string}`, path: string): string {
  const repository = git.repository(fullName)
  const tip = repository.branch('main')
  const files = tip === undefined ? [] : repository.flatten(repository.readCommit(tip).tree)
  const file = files.find((candidate) => candidate.path === path)
  const found = file && repository.objects.get(file.id)
  if (found === undefined) throw new Error(`there is no ${path} on main`)
  return new TextDecoder().decode(found.body)
}
