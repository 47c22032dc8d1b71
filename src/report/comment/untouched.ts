import type { ApplicationPreview, Preview } from '../preview.ts'
import { message, someOf } from './names.ts'
import { isUnchanged } from './order.ts'

const mostNames = 20
const mostReasons = 10

/** Applications that have no section of their own, and why. */
export function untouchedLines({ applications, skipped }: Preview): readonly string[] {
  const unchanged = applications.filter(isUnchanged)
  const reasons = [...new Set(skipped.map(({ reason }) => reason))]
  const lines = reasons.slice(0, mostReasons).map((reason) => {
    const names = skipped.filter((one) => one.reason === reason).map(({ name }) => name)
    return `- Skipped: ${someOf(names, mostNames)} (${message(reason)})`
  })
  const rest = reasons.length - lines.length
  return [
    ...(unchanged.length === 0 ? [] : [`- Touched without a change: ${namesOf(unchanged)}`]),
    ...lines,
    ...(rest === 0 ? [] : [`- Skipped for ${rest} other reasons: not listed`]),
  ]
}

function namesOf(applications: readonly ApplicationPreview[]): string {
  return someOf(
    applications.map(({ name }) => name),
    mostNames,
  )
}
