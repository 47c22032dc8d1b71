import type { JSX } from 'hono/jsx/jsx-runtime'
import { shortSha } from '../../git/commit.ts'
import { runPath } from '../../report/console-address.ts'
import type { OperationRecord } from '../../sync/operation-record.ts'
import { type ShownStep, wavesOf } from '../waves.ts'
import type { Shell } from './page.tsx'
import { Pill, phaseTones } from './state.tsx'
import { Steps } from './steps.tsx'
import { Ago, said } from './text.tsx'
import { Waves } from './waves.tsx'

const kinds: { readonly [kind in OperationRecord['operation']['kind']]: string } = {
  sync: 'sync',
  'self-heal': 'self-heal',
  manual: 'sync by hand',
  prune: 'prune',
  delete: 'deletion',
}

/** The last operation as the cluster keeps it: its waves, and the result of each object and hook. */
export function Operation(props: { readonly shell: Shell; readonly stored: OperationRecord }): JSX.Element {
  const { shell, stored } = props
  const { operation } = stored
  const { id, application, kind, phase, attempt, commit, startedAt, finishedAt, message } = operation
  const waves = wavesOf(stored, operation)
  const isRunning = phase === 'Running'
  return (
    <>
      <h2 id="operation">{isRunning ? 'The sync that is under way' : 'Last operation'}</h2>
      <div class="pills">
        <Pill tone={phaseTones[phase]} text={phase} />
      </div>
      <p>
        {kinds[kind]} of <code>{shortSha(commit)}</code>
        {attempt > 1 ? `, attempt ${attempt}` : ''}, begun <Ago at={startedAt} now={shell.now} />
        {finishedAt === undefined ? (
          ''
        ) : (
          <>
            , ended <Ago at={finishedAt} now={shell.now} />
          </>
        )}
        . <a href={runPath(application, id)}>The whole run</a>
      </p>
      {message === '' || isRunning ? (
        ''
      ) : (
        <p class={`note ${phase === 'Failed' || phase === 'Error' ? 'bad' : ''}`}>{said(message, 1_000)}</p>
      )}
      <Waves waves={waves} />
      <Told steps={waves.flatMap(({ steps }) => steps)} />
    </>
  )
}

/** What failed, was kept or is waited for; the picture has the rest. */
function Told({ steps }: { readonly steps: readonly ShownStep[] }): JSX.Element | null {
  const told = steps.filter(
    ({ state, message }) => state === 'failed' || state === 'kept' || (state === 'running' && message !== ''),
  )
  return told.length === 0 ? null : <Steps steps={told} most={50} />
}
