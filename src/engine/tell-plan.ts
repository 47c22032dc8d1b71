import { formatRepository } from '../git/repository.ts'
import {
  leftStatuses,
  planContext,
  plannedTogether,
  planStatuses,
  startedPlanStatus,
} from '../report/plan-status.ts'
import type { Preview } from '../report/preview.ts'
import { writePlanComment } from './plan-comment.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import { mostTogether, othersOn } from './shared-head.ts'
import { writeCommitStatus } from './write-status.ts'

/** The first write, before anything is rendered. */
export async function startPlan(ports: Ports, { repository, head }: Preview): Promise<void> {
  const { feedback } = ports.host(repository.host)
  if (feedback === undefined) return
  await writeCommitStatus(ports, feedback, { repository, sha: head }, startedPlanStatus())
}

/** The head has a plan of all pull requests that have it now, and nothing in it was wrong. */
export async function isPlanned(ports: Ports, preview: Preview): Promise<boolean> {
  const { repository, head } = preview
  const statuses = await ports.host(repository.host).feedback?.statuses(repository, head)
  const plan = statuses?.find(({ context }) => context === planContext)
  if (plan?.state !== 'success') return false
  const others = await othersOn(ports, preview)
  return plannedTogether(plan) === Math.min(others.length + 1, mostTogether)
}

/** On the head alone, of all that have it. */
export async function tellStatuses(
  ports: Ports,
  preview: Preview,
  others: readonly Preview[] = [],
): Promise<void> {
  const { repository, head } = preview
  const { feedback } = ports.host(repository.host)
  const standing = (await feedback?.statuses(repository, head)) ?? []
  const clusters = ports.settings.clusters.map(({ name }) => name)
  for (const one of [preview, ...others]) await ports.runs.savePreview(one)
  const left = leftStatuses([preview, ...others], standing, clusters)
  const statuses = [...left, ...planStatuses(preview, others)]
  if (feedback === undefined) return
  for (const status of statuses) await writeCommitStatus(ports, feedback, { repository, sha: head }, status)
}

/**
 * Statuses first, so that whatever becomes of the comments, the head is not left pending. Of several pull requests with
 * one head, each has its own comment.
 */
export async function tellPlan(
  ports: Ports,
  preview: Preview,
  others: readonly Preview[] = [],
): Promise<void> {
  await tellStatuses(ports, preview, others)
  for (const one of [preview, ...others]) await tellComment(ports, one)
}

async function tellComment(ports: Ports, preview: Preview): Promise<void> {
  const { repository } = preview
  try {
    await writePlanComment(ports, preview)
  } catch (error) {
    const problem = problemOf(error)
    ports.log('error', 'the comment of a plan could not be written', {
      repository: formatRepository(repository),
      number: preview.number,
      error: problem.message,
    })
    if (problem.retryable) throw error
  }
}
