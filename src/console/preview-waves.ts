import type { ApplicationPreview, ObjectPreview } from '../report/preview.ts'
import { isRecreated } from '../report/preview-tally.ts'
import type { ShownStep, ShownWave } from './waves.ts'

const stages = ['PreSync', 'Sync', 'Prune', 'PostSync', 'SyncFail'] as const

/** The waves that the sync after the merge would have. Nothing of them has begun. */
export function previewWaves({ objects, hooks }: ApplicationPreview): readonly ShownWave[] {
  const steps: readonly Placed[] = [
    ...hooks.map(({ key, phase, wave }) => ({ stage: phase, wave, step: planned(key, 'hook') })),
    ...objects.flatMap(placed),
  ]
  const waves = new Map<string, { stage: ShownWave['stage']; wave: number; steps: ShownStep[] }>()
  for (const { stage, wave, step } of steps) {
    const known = waves.get(`${stage} ${wave}`)
    if (known === undefined) waves.set(`${stage} ${wave}`, { stage, wave, steps: [step] })
    else known.steps.push(step)
  }
  return [...waves.values()]
    .toSorted((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage) || inStage(a, b))
    .map((wave) => ({ ...wave, isNow: false }))
}

interface Placed extends Pick<ShownWave, 'stage' | 'wave'> {
  readonly step: ShownStep
}

function placed(object: ObjectPreview): readonly Placed[] {
  const { key, action, phase = 'Sync', wave = 0 } = object
  if (action === 'prune') return [{ stage: 'Prune', wave, step: planned(key, 'delete') }]
  if (action !== 'create' && action !== 'change') return []
  return [{ stage: phase, wave, step: planned(key, isRecreated(object) ? 'recreate' : 'apply') }]
}

/** Deletions go from the highest wave down. */
function inStage(a: Pick<ShownWave, 'stage' | 'wave'>, b: Pick<ShownWave, 'stage' | 'wave'>): number {
  return a.stage === 'Prune' ? b.wave - a.wave : a.wave - b.wave
}

function planned(key: ShownStep['key'], does: ShownStep['does']): ShownStep {
  return { key, does, state: 'planned', message: '' }
}
