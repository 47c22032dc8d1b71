import { hookDeletePolicies, type PlannedPhase, type PruneStep, syncPhases } from '../plan/plan.ts'
import type { HookRecord, ObjectResult, Operation } from './operation.ts'
import { pack, unpack } from './packed.ts'
import { allWaves, samePosition } from './plan-order.ts'
import { corruptRecord } from './record-error.ts'
import {
  checkVersion,
  type RecordPlace,
  readMap,
  recordSubject,
  type StoredMap,
  type Swap,
  swapMap,
} from './record-store.ts'
import {
  commitSha,
  integer,
  listOf,
  objectKey,
  objectOf,
  oneOf,
  type Shape,
  ShapeError,
  text,
  time,
  truth,
} from './shape.ts'

/** An operation as the cluster keeps it: with the plan it began with, and whoever drives it. */
export interface OperationRecord {
  readonly operation: Operation
  readonly phases: readonly PlannedPhase[]
  /** Nothing in records of releases that did not prune. */
  readonly prune: readonly PruneStep[]
  /** The call that wrote last; another one writes only after it has put its own name here. */
  readonly holder: string
}

export interface StoredOperation extends OperationRecord {
  readonly resourceVersion: string
}

const hookPolicies = listOf(oneOf(...hookDeletePolicies))

const applyStep = objectOf(
  {
    action: oneOf('apply'),
    key: objectKey,
    reason: oneOf('missing', 'drifted', 'unverified', 'create-namespace', 'namespace-metadata'),
  },
  { handedOverBy: text, recreates: text },
)

const hookStep = objectOf({
  action: oneOf('createHook'),
  key: objectKey,
  deletePolicies: hookPolicies,
})

const step: Shape<ReturnType<typeof applyStep> | ReturnType<typeof hookStep>> = (value, at) => {
  const { action } = objectOf({ action: oneOf('apply', 'createHook') })(value, at)
  return action === 'apply' ? applyStep(value, at) : hookStep(value, at)
}

const plannedPhases: Shape<readonly PlannedPhase[]> = listOf(
  objectOf({
    phase: oneOf(...syncPhases),
    waves: listOf(objectOf({ wave: integer, steps: listOf(step) }, { watch: listOf(objectKey) })),
  }),
)

const pruneSteps: Shape<readonly PruneStep[]> = listOf(
  objectOf({ action: oneOf('prune'), key: objectKey, uid: text, wave: integer }),
)

const hookRecords: Shape<readonly HookRecord[]> = listOf(
  objectOf(
    {
      key: objectKey,
      phase: oneOf(...syncPhases),
      uid: text,
      deletePolicies: hookPolicies,
      state: oneOf('creating', 'running', 'succeeded', 'failed'),
      message: text,
      deleted: truth,
    },
    { startedAt: time, released: truth, cleanUpError: text, terminated: truth },
  ),
)

const objectResults: Shape<readonly ObjectResult[]> = listOf(
  objectOf(
    {
      key: objectKey,
      state: oneOf('pending', 'applied', 'healthy', 'failed', 'pruned', 'kept'),
      message: text,
    },
    { uid: text, at: time },
  ),
)

const operationHead: Shape<Omit<Operation, 'results'>> = objectOf(
  {
    version: oneOf(1),
    id: text,
    application: text,
    commit: commitSha,
    kind: oneOf('sync', 'self-heal', 'manual', 'prune', 'delete'),
    phase: oneOf('Running', 'Succeeded', 'Failed', 'Error'),
    attempt: integer,
    heals: integer,
    startedAt: time,
    hooks: hookRecords,
    message: text,
  },
  {
    at: objectOf({ phase: oneOf(...syncPhases, 'Prune'), wave: integer }),
    render: text,
    healed: listOf(objectOf({ object: text, path: text, manager: text, times: integer, at: time })),
    waveStartedAt: time,
    finishedAt: time,
    failing: text,
    supersededBy: commitSha,
    terminatedBy: text,
  },
)

/** The application's last operation, running or ended; undefined before the first. Throws `RecordError`. */
export async function readOperation(place: RecordPlace): Promise<StoredOperation | undefined> {
  const stored = await readMap(place, place.names.operation)
  return stored && parse(place, stored)
}

async function parse(place: RecordPlace, { data, resourceVersion }: StoredMap): Promise<StoredOperation> {
  const subject = recordSubject(place, place.names.operation)
  checkVersion(subject, data.version)
  const record = await parseTexts(data).catch((error: unknown) => {
    const why = error instanceof ShapeError ? error.message : 'it cannot be read'
    throw corruptRecord(subject, why)
  })
  const wrong = contradiction(record, place.application)
  if (wrong !== undefined) throw corruptRecord(subject, wrong)
  return { ...record, resourceVersion }
}

async function parseTexts(data: StoredMap['data']): Promise<OperationRecord> {
  const head = operationHead(JSON.parse(data.operation ?? ''), 'operation')
  const results = objectResults(await unpack(data.results ?? ''), 'results')
  const phases = plannedPhases(await unpack(data.plan ?? ''), 'plan')
  const prune = data.prune === undefined ? [] : pruneSteps(await unpack(data.prune), 'prune')
  return { operation: { ...head, results }, phases, prune, holder: text(data.holder, 'holder') }
}

function contradiction({ operation, ...plan }: OperationRecord, application: string): string | undefined {
  if (operation.application !== application) return 'it is of another application'
  const { at } = operation
  const isPlanned = at === undefined || allWaves(plan).some((wave) => samePosition(wave, at))
  return isPlanned ? undefined : 'its plan has no such wave'
}

/** Compare-and-swap on `basis`, the resourceVersion that was read; undefined when there was no record. */
export async function writeOperation(
  place: RecordPlace,
  record: OperationRecord,
  basis: string | undefined,
): Promise<Swap> {
  const { results, ...head } = record.operation
  const { prune } = record
  const data = {
    version: '1',
    holder: record.holder,
    operation: JSON.stringify(head),
    results: await pack(results),
    plan: await pack(record.phases),
    ...(prune.length === 0 ? {} : { prune: await pack(prune) }),
  }
  return swapMap(place, 'operation', place.names.operation, data, basis)
}
