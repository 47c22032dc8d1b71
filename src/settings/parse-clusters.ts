import type { ClusterSettings } from '../settings.ts'
import type { Fields } from './fields.ts'
import { present } from './present.ts'
import { readName } from './read-name.ts'
import { readSecret } from './read-secret.ts'
import { refuseRepeats } from './refuse-repeats.ts'

/**
 * One cluster is reached by its kubeconfig, or by server, token and CA, or, with neither, by the service account
 * that Plumbline itself runs under.
 */
export function parseClusters(settings: Fields): readonly ClusterSettings[] {
  const lists = settings.mappings('clusters')
  const clusters = lists.map(readCluster)
  refuseRepeats(
    lists,
    'name',
    clusters.map((cluster) => cluster.name),
  )
  refuseRepeats(
    lists,
    'server',
    clusters.map((cluster) => cluster.server),
  )
  return clusters
}

function readCluster(fields: Fields): ClusterSettings {
  const cluster = {
    name: readName(fields),
    ...present({
      server: readServer(fields),
      kubeconfig: fields.optionalText('kubeconfig'),
      context: fields.optionalText('context'),
      token: readSecret(fields, 'token'),
      ca: fields.optionalText('ca'),
    }),
  }
  checkReach(fields)
  fields.close()
  return cluster
}

function checkReach(fields: Fields): void {
  if (fields.has('context') && !fields.has('kubeconfig')) fields.problem('context', 'needs a kubeconfig')
  for (const key of ['token', 'ca']) {
    if (!fields.has(key)) continue
    if (fields.has('kubeconfig')) fields.problem(key, 'is the kubeconfig’s affair; write one of the two')
    else if (!fields.has('server')) fields.problem(key, 'needs a server')
  }
}

function readServer(fields: Fields): string | undefined {
  const server = fields.text('server')
  if (server === undefined) return undefined
  const url = URL.canParse(server) ? new URL(server) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) fields.problem('server', 'must be an https:// address')
  else if (url.username !== '' || url.password !== '') {
    fields.problem('server', 'holds a credential; put it under token as {env: NAME} or {file: PATH}')
  } else if (url.search !== '' || url.hash !== '') fields.problem('server', 'must not have a ? or a #')
  return server.replace(/\/$/, '')
}
