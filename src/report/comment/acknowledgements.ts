import { code } from '../markdown.ts'
import type { ApplicationPreview } from '../preview.ts'
import { awaitsAcknowledgement } from '../preview-verdict.ts'
import { applicationName, message } from './names.ts'

/** More reasons of one application than these are counted. */
const mostReasons = 5

/** One line for each application that waits for a person, with what that person writes. */
export function acknowledgementLines(applications: readonly ApplicationPreview[]): readonly string[] {
  return applications.filter(awaitsAcknowledgement).map((application) => {
    const { digest = '', reasons = [] } = application.acknowledgement ?? {}
    const shown = reasons.slice(0, mostReasons).map((reason) => message(reason))
    const more = reasons.length - shown.length
    const why = [...shown, ...(more === 0 ? [] : [`${more} more`])].join('; ')
    return `- ${applicationName(application)}: ${why}. Agree by a comment: ${code(`/plumbline ack ${digest}`)}`
  })
}
