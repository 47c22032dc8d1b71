/** Why a text is no path expression that can be used, and where: `at` counts characters from 1. */
export class PathSyntaxError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const longestName = 40

/** What jq has and path expressions here have not, by its name. */
export function unsupported(what: string, at: number): PathSyntaxError {
  return new PathSyntaxError(`${quoted(what)} is not supported`, at)
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > longestName ? `${text.slice(0, longestName - 1)}…` : text)
}
