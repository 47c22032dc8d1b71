import type { ApplicationPreview } from '../preview.ts'
import { applicationName, message, objectName } from './names.ts'
import { prunedOf } from './parts.ts'

/** What the sync would delete, of all applications, one line each. */
export function deletionLines(applications: readonly ApplicationPreview[]): readonly string[] {
  return applications.flatMap((application) =>
    prunedOf(application).map(({ key, flags, note }) => {
      const protection = flags.includes('protected') ? ', protected' : ''
      const more = note === undefined ? '' : `: ${message(note)}`
      return `- 🗑️ ${objectName({ key })} of ${applicationName(application)}${protection}${more}`
    }),
  )
}
