import type { JSX } from 'hono/jsx/jsx-runtime'
import type { HealthStatus } from '../../health/health.ts'
import type { SyncStatus, Verdict } from '../../report/report.ts'
import type { OperationPhase } from '../../sync/operation.ts'

/** How much something asks for attention. Each has a shape and a word too: colour alone says nothing. */
export type Tone = 'ok' | 'busy' | 'warn' | 'bad' | 'idle' | 'dim' | 'add' | 'edit' | 'remove'

const shapes: { readonly [tone in Tone]: string } = {
  ok: 'M3 8.5 6.5 12 13 4.5',
  busy: 'M8 2.5a5.5 5.5 0 1 1-5.5 5.5M8 5v3l2 1.5',
  warn: 'M8 2 15 14H1ZM8 6.5v3.5M8 12v.4',
  bad: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  add: 'M8 3v10M3 8h10',
  edit: 'M2.5 10c2-5 3.5-5 5.500-2s3.500 3 5.500-2',
  remove: 'M3 8h10',
  idle: 'M8 3a5 5 0 1 0 .01 0',
  dim: 'M5.5 6a2.5 2.5 0 1 1 3.4 2.3c-.6.3-.9.7-.9 1.4M8 12.4v.4',
}

export function Icon({ tone }: { readonly tone: Tone }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={shapes[tone]}
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}

interface PillProps {
  readonly tone: Tone
  readonly text: string
  /** What the word is about, for whoever hears it alone. */
  readonly about?: string
  /** What is in order needs no colour behind it, so that the rest stands out. */
  readonly quiet?: boolean
}

export function Pill({ tone, text, about, quiet }: PillProps): JSX.Element {
  return (
    <span class={`pill ${tone}${quiet === true ? ' quiet' : ''}`}>
      <Icon tone={tone} />
      {about === undefined ? '' : <span class="vh">{about}: </span>}
      {text}
    </span>
  )
}

const syncTones: { readonly [status in SyncStatus]: Tone } = {
  Synced: 'ok',
  OutOfSync: 'warn',
  Unknown: 'dim',
}

export function SyncPill({ sync }: { readonly sync: SyncStatus }): JSX.Element {
  return <Pill tone={syncTones[sync]} text={sync} about="Sync" quiet={sync === 'Synced'} />
}

export const healthTones: { readonly [status in HealthStatus]: Tone } = {
  Healthy: 'ok',
  Suspended: 'idle',
  Progressing: 'busy',
  Missing: 'warn',
  Degraded: 'bad',
  Unknown: 'dim',
}

export function HealthPill({ health }: { readonly health: HealthStatus }): JSX.Element {
  return <Pill tone={healthTones[health]} text={health} about="Health" quiet={health === 'Healthy'} />
}

export const verdictWords: { readonly [verdict in Verdict]: string } = {
  error: 'Not known',
  failure: 'Failed',
  pending: 'Pending',
  success: 'In order',
}

export const verdictTones: { readonly [verdict in Verdict]: Tone } = {
  error: 'bad',
  failure: 'bad',
  pending: 'warn',
  success: 'ok',
}

export function VerdictPill({ verdict }: { readonly verdict: Verdict }): JSX.Element {
  return <Pill tone={verdictTones[verdict]} text={verdictWords[verdict]} />
}

export const phaseTones: { readonly [phase in OperationPhase]: Tone } = {
  Running: 'busy',
  Succeeded: 'ok',
  Failed: 'bad',
  Error: 'bad',
}
