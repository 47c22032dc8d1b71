/** A step did not come out as it was told. */
export class StoryError extends Error {}

export type Say = (line: string) => void
