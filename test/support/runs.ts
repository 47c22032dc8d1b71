/** All random cases are asked for, other ones each time: `npm test -- --full`. */
export const isFull: boolean = process.env.PLUMBLINE_FULL !== undefined

/** How many of `full` random cases are run: a tenth, always the same (`fixed-seed.ts`), unless all are asked for. */
export function runsOf(full: number): number {
  return isFull ? full : Math.ceil(full / 10)
}
