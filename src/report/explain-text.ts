import { shortSha } from '../git/commit.ts'
import type { Input } from '../git/inputs.ts'
import { formatRepository } from '../git/repository.ts'
import type { HeldReason } from './application-facts.ts'
import type { Decision, Explanation, LastSync, Place, Rule } from './explanation.ts'
import { planText } from './plan-text.ts'
import { count, printable } from './printable.ts'
import { applicationText } from './report-text.ts'

/** More inputs than this are counted; `--json` has all. */
const shownInputs = 40

/** An explanation as people read it: how it stands, why, what would happen, and what touches it. */
export function explainText(explanation: Explanation): string {
  const { report, decision, last, declaredAt } = explanation
  const { repository, commit } = declaredAt
  const lines = [
    `  declared at ${place(declaredAt)} of ${formatRepository(repository)} at ${shortSha(commit)}`,
    ...(decision === undefined ? ['  not decided: it could not be looked at'] : decisionLines(decision)),
    `  ${last === undefined ? 'never synced' : lastSyncText(last)}`,
  ].map((line) => printableLine(line))
  const plan = report.plan === undefined ? [] : planText(report.plan).trimEnd().split('\n')
  const inputs = [...imageLines(explanation), ...inputLines(explanation)].map(printableLine)
  return [
    applicationText(report).trimEnd(),
    ...lines,
    ...[...plan, ...inputs].map((line) => `  ${line}`),
    '',
  ].join('\n')
}

function decisionLines(decision: Decision): readonly string[] {
  const [does, because] = decisionWords(decision)
  return [`  ${does}: ${because}`, ...decision.rules.map((rule) => `    ${ruleText(rule)}`)]
}

const reasons: { readonly [reason in HeldReason]: string } = {
  'in-sync': 'a sync would write nothing',
  'prune-only': 'only pruning would bring it in line',
  blocked: 'the plan is blocked',
  'observed-only': 'its root only observes',
  'no-automation': 'it is synced only when somebody asks',
  'self-heal-off': 'this commit was synced already, and what differs now is not healed',
  fight: 'what differs was healed, and is changed back each time',
  'failed-waits-for-a-new-commit': 'the sync of this commit failed, and is not tried again by itself',
  'error-waits-for-a-sync': 'the last sync could not go on, and the next one waits for somebody who asks',
  'retry-backoff': 'the last sync did not succeed and is tried again',
  'self-heal-backoff': 'what differs was healed before, and is healed again',
}

/** What is done, and the reason. */
export function decisionWords({
  action,
  reason,
  seconds = 0,
  attempt = 1,
}: Decision): readonly [does: string, because: string] {
  const why = reason === undefined ? '' : reasons[reason]
  switch (action) {
    case 'nothing':
      return ['nothing to do', why]
    case 'report':
      return ['not synced', why]
    case 'later':
      return [`synced in ${count(Math.ceil(seconds), 'second')}`, why]
    case 'continue':
      return ['being synced', 'a sync of this commit goes on']
    case 'supersede':
      return ['to be synced', 'a sync of an older commit is stopped first']
    case 'sync':
      return attempt > 1
        ? [`to be synced, attempt ${attempt}`, reasons['retry-backoff']]
        : ['to be synced', 'this commit was not synced yet']
    case 'prune':
      return ['to be pruned', 'this commit was synced already; only deletions are left, that had to wait']
    case 'self-heal':
      return [
        'to be healed',
        'this commit was synced already; a self-heal writes what differs and runs no hooks',
      ]
  }
}

export function ruleText({ field, says, at }: Rule): string {
  return `${field} ${says} (${at === undefined ? 'the settings' : place(at)})`
}

export function lastSyncText({
  kind,
  phase,
  commit,
  attempt,
  heals,
  message,
  startedAt,
  finishedAt,
}: LastSync): string {
  const times = [attempt > 1 ? `attempt ${attempt}` : '', heals > 0 ? `heal ${heals}` : '']
  const which = times.filter((text) => text !== '').map((text) => `, ${text}`)
  const when = finishedAt === undefined ? `began ${startedAt}` : `ended ${finishedAt}`
  const what = kind === 'self-heal' ? 'self-heal' : kind === 'manual' ? 'sync by hand' : 'sync'
  const why = message === '' ? '' : `: ${message}`
  return `last ${what}: ${phase} at ${shortSha(commit)}${which.join('')}, ${when}${why}`
}

function imageLines({ images }: Explanation): readonly string[] {
  return images === undefined ? [] : ['runs the images', ...bounded(images.map((image) => `  ${image}`))]
}

/** A title and the paths beneath it; none where it cannot be rendered. */
export function inputLines({ inputs, generatePaths }: Explanation): readonly string[] {
  if (generatePaths !== undefined) {
    const title = 'touched by a change of what argocd.argoproj.io/manifest-generate-paths names'
    return [title, ...bounded(generatePaths.map((path) => `  ${path}`))]
  }
  if (inputs === undefined) return []
  return ['touched by a change of', ...bounded(inputs.filter(isTold).map((input) => `  ${inputText(input)}`))]
}

/** A folder that was only passed through changes nothing by what is in it. */
function isTold({ kind, id }: Input): boolean {
  return kind !== 'directory' || id !== undefined
}

function inputText({ path, kind }: Input): string {
  if (kind === 'file') return path
  return kind === 'directory' ? `${path}/ (what it holds)` : `${path} (should it appear)`
}

function bounded(lines: readonly string[]): readonly string[] {
  const more = lines.length - shownInputs
  return more > 0 ? [...lines.slice(0, shownInputs), `  and ${more} more`] : lines
}

function place({ path, line }: Place): string {
  return `${path}:${line}`
}

/** Keeps the indentation, which `printable` takes for white space like any other. */
function printableLine(line: string): string {
  const text = line.trimStart()
  return line.slice(0, line.length - text.length) + printable(text)
}
