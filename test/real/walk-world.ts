import { randomBytes } from 'node:crypto'
import type { CommitSha } from '../../src/git/commit.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import type { CaseContext } from '../contract/cluster-case.ts'
import { type ConfigFiles, configFiles } from './config-files.ts'
import type { ControlPlaneAddress } from './control-plane.ts'
import type { GiteaAddress } from './gitea.ts'
import { createGiteaRepository, type GiteaRepository } from './gitea-repository.ts'
import { until } from './processes.ts'
import { openWalkPlaces, type WalkPlaces } from './walk-places.ts'

export interface CommitStatus {
  readonly context: string
  readonly status: string
  readonly description: string
}

/** A config repository on the real Gitea, and namespaces of the real cluster that it is deployed to. */
export interface WalkWorld extends WalkPlaces {
  readonly id: string
  readonly repository: GiteaRepository
  readonly repositoryUrl: string
  readonly files: ConfigFiles
  /** The newest status of each context, as Gitea's API gives them. */
  statuses(commit: CommitSha): Promise<readonly CommitStatus[]>
  /** The statuses once none is pending any more. */
  verdict(commit: CommitSha): Promise<readonly CommitStatus[]>
}

const patience = 90_000

export async function openWalkWorld(
  gitea: GiteaAddress,
  controlPlane: ControlPlaneAddress,
): Promise<WalkWorld> {
  const id = randomBytes(3).toString('hex')
  const repository = await createGiteaRepository(gitea, `config-${id}`, { private: true })
  const repositoryUrl = `${gitea.baseUrl}/${repository.owner}/${repository.name}.git`
  const places = openWalkPlaces(controlPlane, id)

  async function statuses(commit: CommitSha): Promise<readonly CommitStatus[]> {
    const combined = await repository.api('GET', `/commits/${commit}/status`)
    return (combined as { statuses: readonly CommitStatus[] | null }).statuses ?? []
  }

  return {
    ...places,
    id,
    repository,
    repositoryUrl,
    files: configFiles(repositoryUrl, id),
    statuses,
    async verdict(commit) {
      let found: readonly CommitStatus[] = []
      await until(
        `the answer on ${commit}`,
        async () => {
          found = await statuses(commit)
          return found.length > 0 && found.every(({ status }) => status !== 'pending')
        },
        patience,
      )
      return found
    },
    async close() {
      await repository.close()
      await places.close()
    },
  }
}

/** Just enough of an object to ask for it. */
export function manifestOf(apiVersion: string, kind: string, name: string): Manifest {
  return { apiVersion, kind, metadata: { name } }
}

export async function appears(context: CaseContext, manifest: Manifest): Promise<LiveObject> {
  await until(
    `${manifest.kind} ${manifest.metadata.name}`,
    async () => (await context.find(manifest)) !== undefined,
  )
  return context.read(manifest)
}
