import { randomBytes } from 'node:crypto'
import type { CommitSha } from '../../src/git/commit.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { CaseContext } from '../contract/cluster-case.ts'
import { type ConfigFiles, configFiles } from './config-files.ts'
import type { ControlPlaneAddress } from './control-plane.ts'
import type { GiteaAddress } from './gitea.ts'
import { createGiteaRepository, type GiteaRepository } from './gitea-repository.ts'
import { fateByImage, playPods } from './pods.ts'
import { until } from './processes.ts'
import { openRealCluster } from './real-cluster.ts'

export interface CommitStatus {
  readonly context: string
  readonly status: string
  readonly description: string
}

/** A config repository on the real Gitea, and namespaces of the real cluster that it is deployed to. */
export interface WalkWorld {
  readonly id: string
  readonly repository: GiteaRepository
  readonly repositoryUrl: string
  readonly files: ConfigFiles
  readonly shop: CaseContext
  readonly platform: CaseContext
  readonly reports: CaseContext
  /** Pods whose names begin so stay as the scheduler left them: what waits for them waits. */
  hold(...prefixes: string[]): void
  release(prefix: string): void
  /** The newest status of each context, as Gitea's API gives them. */
  statuses(commit: CommitSha): Promise<readonly CommitStatus[]>
  /** The statuses once none is pending any more. */
  verdict(commit: CommitSha): Promise<readonly CommitStatus[]>
  close(): Promise<void>
}

const patience = 90_000

export async function openWalkWorld(
  gitea: GiteaAddress,
  controlPlane: ControlPlaneAddress,
): Promise<WalkWorld> {
  const id = randomBytes(3).toString('hex')
  const under = openRealCluster(controlPlane)
  const repository = await createGiteaRepository(gitea, `config-${id}`, { private: true })
  const repositoryUrl = `${gitea.baseUrl}/${repository.owner}/${repository.name}.git`
  const place = (name: string) => new CaseContext(under, `${name}-${id}`)
  const [shop, platform, reports] = [place('shop'), place('platform'), place('reports')]
  const held = new Set<string>()
  const namespaces = [shop, platform, reports].map(({ namespace }) => namespace)
  const isMine = ({ metadata: { name, namespace = '' } }: LiveObject) =>
    namespaces.includes(namespace) && ![...held].some((prefix) => name.startsWith(prefix))
  const pods = playPods(under.cluster, (pod) => (isMine(pod) ? fateByImage(pod) : undefined))

  async function statuses(commit: CommitSha): Promise<readonly CommitStatus[]> {
    const combined = await repository.api('GET', `/commits/${commit}/status`)
    return (combined as { statuses: readonly CommitStatus[] | null }).statuses ?? []
  }

  return {
    id,
    repository,
    repositoryUrl,
    files: configFiles(repositoryUrl, id),
    shop,
    platform,
    reports,
    hold(...prefixes) {
      for (const prefix of prefixes) held.add(prefix)
    },
    release: (prefix) => void held.delete(prefix),
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
      await pods.stop()
      await repository.close()
      for (const namespace of namespaces) await deleteNamespace(shop, namespace)
    },
  }
}

async function deleteNamespace(context: CaseContext, name: string): Promise<void> {
  const namespace = manifestOf('v1', 'Namespace', name)
  if ((await context.find(namespace)) !== undefined) await context.delete(namespace)
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
