import { commentsIn } from '../../../kube/written-yaml.ts'

/** Comments by the place that they belong to; taking one empties its place. */
export interface CommentSlots {
  readonly head?: string
  readonly foot?: string
  /** By the line of what stands below. */
  readonly heads: ReadonlyMap<number, string>
  /** By the offset of the comment. */
  readonly lines: ReadonlyMap<number, string>
  /** By the line of what stands above. */
  readonly feet: ReadonlyMap<number, Foot>
  /** The comment above the line of an offset when nothing before it on that line is a key or a value. */
  takeHead(start: number): string | undefined
  /** The comment on the line of an offset when what stands between matches. */
  takeLine(end: number, between: RegExp): string | undefined
  /** The comment below the line of an offset when it belongs to a block at that column. */
  takeFoot(end: number, column: number, isInList: boolean): string | undefined
  /** The last comment of the text when it stands in the first column. */
  takeLastFoot(): string | undefined
  columnOf(offset: number): number
  /** The column of the one dash that stands on the line before an offset. */
  dashBefore(offset: number): number | undefined
}

interface Foot {
  readonly text: string
  readonly column: number
  /** Nothing follows, and it stands in the first column. */
  readonly isLast: boolean
}

/** Comment lines that follow each other in one column. */
interface Group {
  readonly first: number
  readonly last: number
  readonly column: number
  readonly text: string
}

/** Undefined when a comment stands where its place is not sure. */
export function commentSlots(text: string): CommentSlots | undefined {
  const end = firstDocumentEnd(text)
  const comments = commentsIn(text).filter(({ offset }) => offset < end)
  if (comments.length > 0 && isUnsure.test(text)) return undefined
  const rows = text.split('\n')
  const endsOpen = !text.endsWith('\n')
  const starts = startsOf(rows)
  const rowAt = (offset: number): number => rowOf(starts, offset)
  const before = (offset: number): string => text.slice(starts[rowAt(offset)] ?? 0, offset)
  const own = comments.filter(({ offset }) => before(offset).trim() === '')
  const behind = comments.filter(({ offset }) => before(offset).trim() !== '')
  const lines = new Map(behind.map((comment) => [comment.offset, comment.text]))
  const groups = groupsOf(
    own.map((comment) => ({ ...comment, row: rowAt(comment.offset), column: before(comment.offset).length })),
  )
  const sorted = groups && sortGroups(groups, rows, new Set(behind.map(({ offset }) => rowAt(offset))))
  if (sorted === undefined) return undefined
  const { heads, feet } = sorted
  return {
    ...sorted,
    lines,
    takeHead: (start) => (/^[- ]*$/.test(before(start)) ? take(heads, rowAt(start)) : undefined),
    takeLine: (end, between) => {
      const rest = rows[rowAt(end)]?.slice(before(end).length) ?? ''
      const length = rest.indexOf('#')
      return between.test(rest.slice(0, Math.max(0, length))) ? take(lines, end + length) : undefined
    },
    takeFoot: (end, column, isInList) => {
      const foot = feet.get(rowAt(end))
      const isHere = foot?.column === column || (foot?.isLast === true && endsOpen && !isInList)
      return isHere ? take(feet, rowAt(end))?.text : undefined
    },
    takeLastFoot: () => {
      const [row] = [...feet].find(([, { isLast }]) => isLast) ?? []
      return endsOpen || row === undefined ? undefined : take(feet, row)?.text
    },
    columnOf: (offset) => before(offset).length,
    dashBefore: (offset) => (/^ *- +$/.test(before(offset)) ? before(offset).indexOf('-') : undefined),
  }
}

/** Where a further document begins; infinite when there is none. */
function firstDocumentEnd(text: string): number {
  const end = text.search(/^(?:---|\.\.\.)/m)
  const isAfterContent = end > 0 && /^[^%]/.test(text.slice(0, end).trim())
  return isAfterContent ? end : Number.POSITIVE_INFINITY
}

/** Further documents, breaks and blanks that count differently there. */
const isUnsure = /^(?:---|\.\.\.|%)|[\r\t\u0085\u2028\u2029\ufeff]|\s{500}/m

function startsOf(rows: readonly string[]): readonly number[] {
  let offset = 0
  return rows.map((row) => {
    const start = offset
    offset += row.length + 1
    return start
  })
}

/** The row that an offset is in, found by halving. */
function rowOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function take<K, V>(map: Map<K, V>, key: K): V | undefined {
  const value = map.get(key)
  map.delete(key)
  return value
}

interface OwnComment {
  readonly row: number
  readonly column: number
  readonly text: string
}

function groupsOf(comments: readonly OwnComment[]): readonly Group[] | undefined {
  const groups: Group[] = []
  for (const { row, column, text } of comments) {
    const open = groups.at(-1)
    if (open === undefined || open.last + 1 < row) groups.push({ first: row, last: row, column, text })
    else if (open.column !== column) return undefined
    else groups.splice(-1, 1, { ...open, last: row, text: `${open.text}\n${text}` })
  }
  return groups
}

interface Sorted {
  readonly heads: Map<number, string>
  readonly feet: Map<number, Foot>
  readonly head?: string
  readonly foot?: string
}

function sortGroups(
  groups: readonly Group[],
  rows: readonly string[],
  noted: ReadonlySet<number>,
): Sorted | undefined {
  const content = rows.findIndex((row) => /^ *[^ #]/.test(row))
  const end = rows.findLastIndex((row) => row.trim() !== '')
  const top = groups.filter(({ first }) => first < content)
  const above = top.filter(({ last }) => last + 1 < content)
  const heads = new Map<number, string>()
  const feet = new Map<number, Foot>()
  let foot: string | undefined
  for (const group of groups.slice(above.length)) {
    const below = rows[group.last + 1] ?? ''
    const isLast = group.last === end
    const isApart = rows[group.first - 1]?.trim() === ''
    const isBelow = !isApart && group.first > 1 && !noted.has(group.first - 1)
    const indent = below.search(/[^ ]/)
    if (indent === group.column) heads.set(group.last + 1, group.text)
    else if (isBelow && indent < group.column)
      feet.set(group.first - 1, {
        text: group.text,
        column: group.column,
        isLast: isLast && group.column === 0,
      })
    else if (isLast && isApart && group.column === 0) foot = group.text
    else return undefined
  }
  if (top.some(({ column }) => column > 0)) return undefined
  return {
    heads,
    feet,
    ...(above.length > 0 && { head: above.map(({ text }) => text).join('\n\n') }),
    ...(foot !== undefined && { foot }),
  }
}
