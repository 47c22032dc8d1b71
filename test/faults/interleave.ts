import fc from 'fast-check'
import { test } from 'vitest'
import { isFull, runsOf } from '../support/runs.ts'
import { type Meeting, meet, wrongsOfMeeting } from './meet.ts'

/** Of each meeting. */
const schedules = 1250

/** Requests in a row; what a sync asks in all is less than twice as much. */
const turn = fc.integer({ min: 1, max: 60 })

/** The one goes on once, after each of its requests. */
const switches = Array.from({ length: 120 }, (_, at): [number[]] => [[at + 1]])

/** Two instances in very many ways of taking turns. */
export async function interleave(meeting: Meeting): Promise<void> {
  const reference = await meet(meeting, [Number.POSITIVE_INFINITY])
  const wanted = reference.state.join('\n')

  test(`${meeting.name}: one after the other, nothing wrong`, ({ expect }) => {
    expect(reference.wrongs).toEqual([])
  })

  test(`${meeting.name}: ${runsOf(schedules)} ways to take turns`, { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 8 }), async (lengths) => {
        const met = await meet(meeting, lengths, wanted)
        const wrongs = wrongsOfMeeting(met, reference)
        if (wrongs.length > 0) throw new Error(`in turns ${met.order}: ${wrongs.slice(0, 3).join('\n')}`)
      }),
      { numRuns: runsOf(schedules), examples: isFull ? switches : [] },
    )
  })
}
