import { shortSha } from '../../git/commit.ts'
import { commitStatuses } from '../commit-status.ts'
import { code, sizeOf } from '../markdown.ts'
import type { Report, Verdict } from '../report.ts'
import { markerOf } from './marker.ts'
import { commentBudget } from './preview-comment.ts'

const words: { readonly [verdict in Verdict]: readonly [icon: string, text: string] } = {
  success: ['✅', 'synced'],
  pending: ['⏳', 'the sync goes on'],
  failure: ['❌', 'the sync failed'],
  error: ['❓', 'the sync could not be judged'],
}

/**
 * The comment after the merge: its title becomes the result of the sync, with a line for each application while there
 * are few, and the plan stays beneath. It may be made again from its own result. Undefined when `previous` is no
 * comment of ours.
 */
export function mergedComment(previous: string, report: Report): string | undefined {
  if (!markerOf(previous)) return undefined
  const [marker = '', ...rest] = previous.split(/\r?\n/)
  const start = rest.findIndex((line) => line.startsWith('## '))
  if (start < 0) return undefined
  const plan = planAfter(rest.slice(start + 1))
  const texts = [marker, titleOf(report), linesOf(report), plan]
  const whole = texts.join('\n\n')
  return sizeOf(whole) <= commentBudget ? whole : texts.filter((_, index) => index !== 2).join('\n\n')
}

/** Without the result that an earlier call put there. */
function planAfter(lines: readonly string[]): string {
  const start = lines.findIndex((line) => line !== '' && !line.startsWith('>'))
  return start < 0 ? '' : lines.slice(start).join('\n')
}

function titleOf(report: Report): string {
  const [icon, text] = words[report.verdict]
  const [aggregate] = commitStatuses(report)
  return `## ${icon} Merged as ${code(shortSha(report.commit))}: ${text}. ${code(aggregate?.description ?? '', 60)}`
}

/** A quotation, so that the next result finds and replaces it. */
function linesOf(report: Report): string {
  const [, ...each] = commitStatuses(report)
  const lines = report.applications.flatMap(({ verdict, name, cluster }, index) => {
    const description = each[index]?.description
    if (description === undefined) return []
    return [`> - ${words[verdict][0]} ${code(name, 60)} on ${code(cluster, 40)}: ${code(description, 140)}`]
  })
  return [...lines, ...(lines.length === 0 ? [] : ['>']), '> What was planned:'].join('\n')
}
