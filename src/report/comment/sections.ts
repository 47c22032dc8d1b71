import { code, details, htmlCode, many, sizeOf } from '../markdown.ts'
import type { ApplicationPreview, Preview } from '../preview.ts'
import { signsOf, tallyOf } from '../preview-tally.ts'
import { fill, noSection, type Section } from './fit.ts'
import { applicationName } from './names.ts'
import { objectEntry } from './object-entry.ts'
import { objectsOf, type Part } from './parts.ts'

/** Less is not worth a heading. */
const smallestShare = 300

/**
 * The objects of a part, application by application in the order given: each gets its fair share of what is left, and
 * what it does not need flows on.
 */
export function applicationSections(
  preview: Preview,
  applications: readonly ApplicationPreview[],
  part: Part,
  budget: number,
  wrap: (application: ApplicationPreview, body: string) => string,
): Section {
  const concerned = applications
    .map((application) => ({ application, objects: objectsOf(application, part) }))
    .filter(({ objects }) => objects.length > 0)
  let left = budget
  let folded = 0
  let unnamed = 0
  const texts = concerned.flatMap(({ application, objects }, index) => {
    const frame = sizeOf(wrap(application, '')) + 2
    const share = Math.floor(left / (concerned.length - index)) - frame
    const entries = objects.map((object) => objectEntry(object, preview.at))
    const filled = fill(entries, share < smallestShare - frame ? -1 : share)
    unnamed += filled.unnamed
    folded += filled.folded
    if (filled.text === '') return []
    const text = wrap(application, filled.text)
    left -= sizeOf(text) + 2
    return [text]
  })
  const notShown = [
    ...(folded === 0 ? [] : [`the fields of ${many(folded, 'object')}`]),
    ...(unnamed === 0 ? [] : [`${many(unnamed, 'object')} by name`]),
  ]
  return { text: texts.join('\n\n'), notShown }
}

export function underHeading(application: ApplicationPreview, body: string): string {
  return `### ${applicationName(application)}${signs(application, code)}\n\n${body}`
}

export function foldedAway(application: ApplicationPreview, body: string): string {
  const { name, cluster } = application
  return details(`${htmlCode(name, 60)} on ${htmlCode(cluster, 40)}${signs(application, htmlCode)}`, body)
}

function underName(application: ApplicationPreview, body: string): string {
  return `${applicationName(application)}\n\n${body}`
}

function signs(application: ApplicationPreview, mark: (text: string) => string): string {
  const text = signsOf(tallyOf([application]))
  return text === '' ? '' : `: ${mark(text)}`
}

/** What stands apart from the pull request, folded away with a sentence on it. */
export function apartSection(
  preview: Preview,
  applications: readonly ApplicationPreview[],
  part: Exclude<Part, 'caused'>,
  budget: number,
): Section {
  const amount = applications.flatMap((application) => objectsOf(application, part)).length
  if (amount === 0) return noSection
  const { title, intro } = apartWords[part]
  const wrap = (body: string): string => details(`${title}: ${many(amount, 'object')}`, `${intro}\n\n${body}`)
  const { text, notShown } = applicationSections(
    preview,
    applications,
    part,
    budget - sizeOf(wrap('')),
    underName,
  )
  return { text: text === '' ? '' : wrap(text), notShown }
}

const apartWords = {
  drift: {
    title: 'Drift not caused by this pull request',
    intro: 'Somebody changed the cluster. The last column says what the sync after the merge does to it.',
  },
  'not-yet-synced': {
    title: 'Merged earlier, not yet synced',
    intro: 'The base says it already, and the cluster does not have it yet.',
  },
} as const
