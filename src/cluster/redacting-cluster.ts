import type { Redact } from '../kube/redact.ts'
import type { Cluster } from './cluster.ts'
import { ClusterError } from './cluster-error.ts'

/** The cluster, whose errors go through a redactor: a server may quote a Secret when it refuses another object. */
export function redactingCluster(cluster: Cluster, redact: Redact): Cluster {
  const redacting = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw error instanceof ClusterError ? redacted(error, redact) : error
    })
  return {
    name: cluster.name,
    send: (request) => redacting(cluster.send(request)),
    discovery: (freshness) => cluster.discovery(freshness),
    openApi: (group, version) => cluster.openApi(group, version),
  }
}

function redacted(error: ClusterError, redact: Redact): ClusterError {
  const { code, message, subject, turn, retryable, retryAfter, status, reason } = error
  const causes = error.causes.map((cause) => ({ ...cause, message: redact(cause.message) }))
  return new ClusterError(code, redact(message), {
    subject,
    turn,
    retryable,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    status,
    reason,
    causes,
  })
}
