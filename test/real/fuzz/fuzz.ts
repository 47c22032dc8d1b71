import fc from 'fast-check'
import type { ControlPlaneAddress } from '../control-plane.ts'
import { realApi, sandboxApi } from './api.ts'
import { type Disagreement, play, prepare, type TwoServers } from './differential.ts'
import { fuzzKinds } from './kinds/kinds.ts'
import { type Sequence, sequencesOf } from './sequences.ts'

/**
 * Plays random sequences of writes by several managers on a real API server without controllers and on the sandbox.
 * Undefined where all answers agree; else the smallest sequence whose answers differ, as text.
 */
export async function fuzz(address: ControlPlaneAddress, runs: number): Promise<string | undefined> {
  const servers = { real: realApi(address), sandbox: sandboxApi() }
  await prepare(servers)
  let names = 0
  const agrees = fc.asyncProperty(sequencesOf(fuzzKinds), async (sequence) => {
    names += 1
    return (await play(servers, sequence, `fuzz-${names}`)) === undefined
  })
  const { seed, counterexample, counterexamplePath } = await fc.check(agrees, { numRuns: runs })
  const [smallest] = counterexample ?? []
  if (smallest === undefined) return undefined
  return `seed ${seed}, path ${counterexamplePath}\n${await describe(servers, smallest)}`
}

async function describe(servers: TwoServers, sequence: Sequence): Promise<string> {
  const found = await play(servers, sequence, 'smallest')
  const steps = sequence.operations.map((operation) => `  ${JSON.stringify(operation)}`)
  return [
    `${sequence.kind.kind}:`,
    ...steps,
    ...(found ? differenceLines(found) : ['it agreed the second time']),
  ].join('\n')
}

function differenceLines({
  operation,
  path,
  real,
  sandbox,
  realAnswer,
  sandboxAnswer,
}: Disagreement): readonly string[] {
  return [
    `differ after ${operation === undefined ? 'all of it' : operation.verb} at ${path}`,
    `  real:    ${JSON.stringify(real)}`,
    `  sandbox: ${JSON.stringify(sandbox)}`,
    `  real answered    ${realAnswer.status} ${JSON.stringify(realAnswer.body)}`,
    `  sandbox answered ${sandboxAnswer.status} ${JSON.stringify(sandboxAnswer.body)}`,
  ]
}
