import type { Figure } from './figure.ts'
import { usageOf } from './process/usage.ts'
import type { Files } from './world/applications.ts'
import { manifestsOf } from './world/manifests.ts'
import { startSandboxWorld } from './world/sandbox-world.ts'
import { synced } from './world/synced-fleet.ts'

const objects = 5_000
const goal = { most: 400 }

/** One application of thousands of objects: what its first sync, and then looking at it unchanged, take of memory. */
export async function bench(): Promise<readonly Figure[]> {
  const world = await startSandboxWorld()
  const { sandbox, handler, repositoryUrl } = world

  async function push(what: string, files: Files): Promise<Figure> {
    const before = await usageOf(handler.pid)
    const start = Date.now()
    const at = await synced(world, await sandbox.commit('main', files))
    const { cpuSeconds, mebibytes } = await usageOf(handler.pid)
    const cpu = (cpuSeconds - before.cpuSeconds).toFixed(1)
    return {
      name: `an application of ${objects} objects, ${what}: peak memory`,
      value: mebibytes,
      unit: 'MiB',
      goal,
      detail: `${((at - start) / 1000).toFixed(1)} s, ${cpu} s of CPU`,
    }
  }

  try {
    return [
      await push('first sync', { 'root/big.yaml': declaration(repositoryUrl), 'apps/big/all.yaml': all }),
      await push('then one more', { 'apps/big/one.yaml': manifestsOf(1, 'one') }),
    ]
  } finally {
    await world.stop()
  }
}

const all = manifestsOf(objects - 1)

function declaration(repository: string): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: big
spec:
  project: default
  source: { repoURL: ${repository}, path: apps/big, targetRevision: main }
  destination: { server: https://kubernetes.default.svc, namespace: team-0 }
  syncPolicy: { automated: {}, syncOptions: [CreateNamespace=true] }
`
}
