import { formatKey } from '../../kube/object-key.ts'
import { code } from '../markdown.ts'
import type { ApplicationPreview, ObjectPreview } from '../preview.ts'
import type { ReportProblem } from '../report.ts'

/** Messages of API servers say what matters at their beginning and at their end. */
const longestMessage = 300

export function objectName({ key }: Pick<ObjectPreview, 'key'>): string {
  return code(formatKey(key))
}

export function applicationName({ name, cluster }: ApplicationPreview): string {
  return `${code(name, 60)} on ${code(cluster, 40)}`
}

export function message(text: string): string {
  return code(text, longestMessage)
}

/** `root/shop.yaml:12`, and the message. */
export function problemText({ file, line, message: text }: ReportProblem): string {
  if (file === undefined) return message(text)
  return `${code(line === undefined ? file : `${file}:${line}`)}: ${message(text)}`
}

/** The first of them, and how many more there are. */
export function someOf(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map((name) => code(name, 60))
  const more = names.length - shown.length
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`
}
