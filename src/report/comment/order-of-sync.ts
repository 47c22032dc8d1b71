import { formatKey } from '../../kube/object-key.ts'
import { type SyncPhase, syncPhases } from '../../plan/plan.ts'
import { many } from '../markdown.ts'
import type { ApplicationPreview } from '../preview.ts'
import { applicationName, someOf } from './names.ts'
import { prunedOf } from './parts.ts'

interface Step {
  readonly phase: SyncPhase
  readonly wave: number
  readonly name: string
}

const written = ['create', 'change', 'hand-over']

/** Hooks and waves in the order of the sync, where there is an order to speak of: a hook, or more than one wave. */
export function orderLines(applications: readonly ApplicationPreview[]): readonly string[] {
  return applications.flatMap(applicationLines)
}

function applicationLines(application: ApplicationPreview): readonly string[] {
  const steps = stepsOf(application)
  const places = [...new Set(steps.map(placeOf))]
  if (places.length < 2 && application.hooks.length === 0) return []
  const pruned = prunedOf(application).length
  const parts = places.map((place) => {
    const names = steps.filter((step) => placeOf(step) === place).map(({ name }) => name)
    return `${place}: ${someOf(names, 5)}`
  })
  const last = pruned === 0 ? [] : [`when the last Sync wave is healthy: ${many(pruned, 'object')} deleted`]
  return [`- ${applicationName(application)}: ${[...parts, ...last].join('; ')}`]
}

function placeOf({ phase, wave }: Step): string {
  return `${phase} wave ${wave}`
}

function stepsOf({ hooks, objects }: ApplicationPreview): readonly Step[] {
  const writes = objects
    .filter(({ action }) => written.includes(action))
    .map(({ key, phase = 'Sync', wave = 0 }) => ({ key, phase, wave }))
  return [...hooks, ...writes]
    .map(({ key, phase, wave }) => ({ phase, wave, name: formatKey(key) }))
    .sort((a, b) => syncPhases.indexOf(a.phase) - syncPhases.indexOf(b.phase) || a.wave - b.wave)
}
