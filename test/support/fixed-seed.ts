import fc from 'fast-check'
import { isFull } from './runs.ts'

/** A clean clone is tested by the same cases each time. What fails prints its seed: `PLUMBLINE_SEED` plays it again. */
const { PLUMBLINE_SEED } = process.env
if (PLUMBLINE_SEED !== undefined) fc.configureGlobal({ seed: Number(PLUMBLINE_SEED) })
else if (!isFull) fc.configureGlobal({ seed: 20_261_130 })
