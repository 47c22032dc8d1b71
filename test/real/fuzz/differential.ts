import type { JsonObject } from '../../../src/kube/json.ts'
import { textAt } from '../../../src/sandbox/api-server/object.ts'
import type { Api, ApiAnswer } from './api.ts'
import { comparable, type Difference, firstDifference } from './comparable.ts'
import { definitions } from './kinds/custom.ts'
import { clear, type Operation, type Place, perform, read } from './operation.ts'
import type { Sequence } from './sequences.ts'

/** Two API servers that are to answer alike. */
export interface TwoServers {
  readonly real: Api
  readonly sandbox: Api
}

export interface Disagreement extends Difference {
  /** Undefined where all answers agree, and what is there in the end does not. */
  readonly operation: Operation | undefined
  readonly realAnswer: ApiAnswer
  readonly sandboxAnswer: ApiAnswer
}

export const namespace = 'fuzz'

/** The namespace and the custom kinds that sequences are played in. */
export async function prepare(servers: TwoServers): Promise<void> {
  for (const api of [servers.real, servers.sandbox]) {
    await api({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } })
    for (const body of definitions) {
      await api({ method: 'POST', path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', body })
    }
    for (const body of definitions) await served(api, body)
  }
}

async function served(api: Api, definition: JsonObject): Promise<void> {
  const plural = textAt(definition, 'spec', 'names', 'plural')
  const group = textAt(definition, 'spec', 'group')
  for (let tries = 0; tries < 200; tries += 1) {
    const { status } = await api({ method: 'GET', path: `/apis/${group}/v1/${plural}` })
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${plural}.${group} is not served`)
}

/** On a machine that is too busy the real server gives a request up, which says nothing about its answer. */
const isGivenUp = ({ realAnswer: { status } }: Disagreement) => status === 504 || status === 429

const mostTries = 3

/** Plays a sequence on both servers, up to the first answer that differs. */
export async function play(
  servers: TwoServers,
  sequence: Sequence,
  name: string,
): Promise<Disagreement | undefined> {
  let found: Disagreement | undefined
  for (let tries = 1; tries <= mostTries; tries += 1) {
    found = await playOnce(servers, sequence, `${name}-${tries}`)
    if (found === undefined || !isGivenUp(found)) break
  }
  return found
}

async function playOnce(
  { real, sandbox }: TwoServers,
  { kind, operations }: Sequence,
  name: string,
): Promise<Disagreement | undefined> {
  const { clusterScoped = false, apiVersions, resource } = kind
  const place: Place = {
    apiVersions,
    kind: kind.kind,
    resource,
    name,
    ...(clusterScoped ? {} : { namespace }),
  }
  const revisions = { real: '', sandbox: '' }
  const compare = (operation: Operation | undefined, realAnswer: ApiAnswer, sandboxAnswer: ApiAnswer) => {
    const isOwnChange = (difference: Difference) => difference.path === '.isNewRevision' && difference.real
    const difference = firstDifference(
      comparable(realAnswer, revisions.real),
      comparable(sandboxAnswer, revisions.sandbox),
      (found) => kind.storesUnlike === true && isOwnChange(found) === true,
    )
    revisions.real = revisionOf(realAnswer) || revisions.real
    revisions.sandbox = revisionOf(sandboxAnswer) || revisions.sandbox
    return difference && { ...difference, operation, realAnswer, sandboxAnswer }
  }
  try {
    for (const operation of operations) {
      const answers = [
        await perform(real, place, operation),
        await perform(sandbox, place, operation),
      ] as const
      const found = compare(operation, ...answers)
      if (found) return found
    }
    return compare(undefined, await read(real, place), await read(sandbox, place))
  } finally {
    await clear(real, place)
    await clear(sandbox, place)
  }
}

function revisionOf({ body }: ApiAnswer): string {
  return textAt(body, 'metadata', 'resourceVersion')
}
