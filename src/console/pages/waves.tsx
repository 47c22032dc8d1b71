import type { JSX } from 'hono/jsx/jsx-runtime'
import { formatKey } from '../../kube/object-key.ts'
import type { ShownStep, ShownWave } from '../waves.ts'
import { Icon, type Tone } from './state.tsx'
import { said } from './text.tsx'

const shownWaves = 100
/** In the picture; the list beneath has the rest. */
const shownSteps = 12

/** A sync as a picture: its waves in order, each with what it does and how far that has come. */
export function Waves({ waves }: { readonly waves: readonly ShownWave[] }): JSX.Element {
  if (waves.length === 0) return <p class="muted">Nothing to write.</p>
  const more = waves.length - shownWaves
  return (
    <>
      <ol class="waves" tabindex={0} aria-label="Waves of the sync, in order">
        {waves.slice(0, shownWaves).map((wave) => (
          <li class={wave.isNow ? 'now' : ''} {...(wave.isNow ? { 'aria-current': 'step' as const } : {})}>
            <h3>
              {wave.stage}, wave {wave.wave}
              {wave.isNow ? ' · now' : ''}
            </h3>
            <Steps steps={wave.steps} />
          </li>
        ))}
      </ol>
      {more > 0 ? <p class="muted">and {more} more waves</p> : ''}
    </>
  )
}

function Steps({ steps }: { readonly steps: readonly ShownStep[] }): JSX.Element {
  const more = steps.length - shownSteps
  return (
    <ul>
      {steps.slice(0, shownSteps).map((step) => (
        <li>
          <span class={`tone-${tones[step.state]}`}>
            <Icon tone={tones[step.state]} />
          </span>
          <span>
            <span class="vh">{words[step.state]}: </span>
            <span class="muted">{verbs[step.does]}</span>{' '}
            <bdi title={said(formatKey(step.key), 600)}>{said(`${step.key.kind} ${step.key.name}`, 120)}</bdi>
          </span>
        </li>
      ))}
      {more > 0 ? <li class="muted">and {more} more</li> : ''}
    </ul>
  )
}

export const tones: { readonly [state in ShownStep['state']]: Tone } = {
  planned: 'idle',
  running: 'busy',
  done: 'ok',
  failed: 'bad',
  kept: 'warn',
  unknown: 'dim',
}

export const words: { readonly [state in ShownStep['state']]: string } = {
  planned: 'Not begun',
  running: 'Under way',
  done: 'Done',
  failed: 'Failed',
  kept: 'Kept',
  unknown: 'Not known',
}

export const verbs: { readonly [does in ShownStep['does']]: string } = {
  apply: 'apply',
  recreate: 'delete and create again',
  hook: 'run hook',
  delete: 'delete',
  wait: 'wait for',
}
