import { shortSha } from '../../git/commit.ts'
import { code } from '../markdown.ts'
import type { ApplicationPreview, Preview } from '../preview.ts'
import { someOf } from './names.ts'

/** What was compared with what, and what is already out of order without the pull request. */
export function contextOf(preview: Preview): string {
  const { baseRef, base, head, applications, at, depth } = preview
  const clusters = [...new Set(applications.map(({ cluster }) => cluster))]
  const parts = [
    `Base ${code(baseRef, 60)} at ${code(shortSha(base))}, merged with ${code(shortSha(head))}`,
    ...(clusters.length === 0
      ? []
      : [`${clusters.length === 1 ? 'cluster' : 'clusters'} ${someOf(clusters, 5)}`]),
    ...(depth === 'full' ? [`live state read at ${code(at, 40)}`] : []),
  ]
  return [
    parts.join(' · '),
    ...depthLine(preview),
    ...policyLines(applications),
    ...stateLine(applications),
  ].join('\n\n')
}

function depthLine({ depth, fork, draft }: Preview): readonly string[] {
  if (depth === 'full') return []
  const why = fork ? 'From a fork' : draft ? 'A draft' : 'Rendered only'
  const ask = fork
    ? 'Somebody with write access can ask for the whole plan of this commit'
    : 'Ask for the whole plan'
  return [`${why}: no cluster was asked, and nothing was dry-run. ${ask}: \`/plumbline plan\`.`]
}

/** That a merge will not bring it about by itself, where it will not. */
function policyLines(applications: readonly ApplicationPreview[]): readonly string[] {
  const observed = applications.filter(({ mode }) => mode === 'observe')
  const manual = applications.filter(({ mode, automated }) => mode === 'sync' && !automated)
  return [
    ...about('👁️ Observed only, nothing will be applied', observed),
    ...about('✋ No sync follows the merge by itself', manual),
  ]
}

function stateLine(applications: readonly ApplicationPreview[]): readonly string[] {
  const worse = applications.filter(
    ({ sync, health, change }) =>
      change !== 'added' && (sync === 'OutOfSync' || health.status === 'Degraded'),
  )
  return about('⚠️ OutOfSync or Degraded already, before this pull request', worse)
}

function about(text: string, applications: readonly ApplicationPreview[]): readonly string[] {
  const names = applications.map(({ name }) => name)
  return names.length === 0 ? [] : [`${text}: ${someOf(names, 5)}`]
}
