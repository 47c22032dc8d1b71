import type { Cluster } from '../../src/cluster/cluster.ts'
import { ClusterError } from '../../src/cluster/cluster-error.ts'

export interface Impatience {
  /** Milliseconds that one answer is waited for, with all its tries. */
  readonly first: number
  /** The same, of a cluster that let the one before wait so long. */
  readonly again: number
}

/** For people who wait for a page: a cluster that hangs is told as one that does not answer, and keeps no other waiting. */
export function impatientCluster(cluster: Cluster, { first, again }: Impatience): Cluster {
  let isSilent = false

  async function soon<T>(answer: Promise<T>): Promise<T> {
    const milliseconds = isSilent ? again : first
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, milliseconds, 'late')
    })
    const told = answer.then((value) => {
      isSilent = false
      return { value }
    })
    try {
      const outcome = await Promise.race([told, late])
      if (outcome !== 'late') return outcome.value
      isSilent = true
      told.catch(() => {})
      throw noAnswer(cluster.name, milliseconds)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    name: cluster.name,
    send: (request) => soon(cluster.send(request)),
    discovery: (freshness) => soon(cluster.discovery(freshness)),
    openApi: (group, version) => soon(cluster.openApi(group, version)),
    version: () => soon(cluster.version?.() ?? Promise.resolve(undefined)),
  }
}

function noAnswer(cluster: string, milliseconds: number): ClusterError {
  const message = `cluster ${cluster} has not answered within ${milliseconds / 1000} s`
  return new ClusterError('timeout', message, { turn: 'platform', retryable: true })
}
