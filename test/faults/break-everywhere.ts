import { expect, test } from 'vitest'
import { isFull } from '../support/runs.ts'
import { breakingsOf, play, type Scenario, wrongsOf } from './play.ts'
import { type Breaking, faults } from './wire.ts'

const shown = 3
const stride = isFull ? 1 : 10

/** Each kind of fault at every tenth request, beginning at another one. */
function isChosen({ at, fault }: Breaking): boolean {
  return (at + 3 * faults.indexOf(fault)) % stride === 0
}

/** One test for each kind of fault: at every request of the scenario, or at a fixed tenth of them. */
export async function breakEverywhere(scenario: Scenario): Promise<void> {
  const reference = await play(scenario)
  const chosen = breakingsOf(reference).filter(isChosen)

  test(`${scenario.name}: no fault, ${reference.wire.trace.length} requests, nothing wrong`, () => {
    expect([...reference.oracle.violations, ...reference.thrown]).toEqual([])
  })

  test.each(faults.map((fault) => ({ fault, at: chosen.filter((one) => one.fault === fault) })))(
    `${scenario.name}: $fault, at $at.length requests`,
    { timeout: 900_000 },
    async ({ fault, at }) => {
      const failures: string[] = []
      for (const breaking of at) {
        const wrongs = wrongsOf(await play(scenario, reference, breaking), reference)
        const request = reference.wire.trace[breaking.at]
        failures.push(...wrongs.map((wrong) => `${fault} at request ${breaking.at}, ${request}: ${wrong}`))
      }
      expect(failures.slice(0, shown).join('\n'), `${failures.length} failures`).toBe('')
    },
  )
}
