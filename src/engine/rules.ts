import type { Application } from '../apps/application.ts'
import type { WrittenField } from '../apps/declaration-lines.ts'
import type { YamlPath } from '../kube/yaml-document.ts'
import type { Contested } from '../report/application-facts.ts'
import type { Place, Rule } from '../report/explanation.ts'
import { formatPath } from '../settings/fields.ts'
import type { ReportReason, Verdict } from './decide.ts'

/** What a verdict was decided from. */
export interface Grounds {
  readonly application: Application
  /** Which of the settings' roots declares it, from 0. */
  readonly root: number
  readonly mode: 'observe' | 'sync'
  /** How the last sync ended, where there was one. */
  readonly last?: 'Running' | 'Succeeded' | 'Failed' | 'Error'
  /** The declaration as it is written; undefined where it cannot be read again. */
  readonly field: ((path: YamlPath) => WrittenField) | undefined
}

/** More contested fields than this are not listed one by one. */
const shownFields = 10

const automated = ['spec', 'syncPolicy', 'automated']
const retry = ['spec', 'syncPolicy', 'retry']

/** The fields of the declaration and of the settings that a verdict rests on. */
export function rulesOf(verdict: Verdict, grounds: Grounds): readonly Rule[] {
  switch (verdict.kind) {
    case 'nothing':
      return verdict.reason === 'prune-only' ? [automatedFlag(grounds, 'prune')] : []
    case 'report':
      return verdict.reason === 'fight'
        ? fightRules(verdict.contested, grounds)
        : reportRules(verdict.reason, grounds)
    case 'later':
      return verdict.reason === 'self-heal-backoff'
        ? [automatedFlag(grounds, 'selfHeal')]
        : retryRules(grounds)
    case 'self-heal':
      return [automatedFlag(grounds, 'selfHeal')]
    case 'prune':
      return [automatedFlag(grounds, 'prune')]
    case 'sync':
      return [automation(grounds), ...(verdict.attempt > 1 ? retryRules(grounds) : [])]
    case 'continue':
    case 'supersede':
      return []
  }
}

function fightRules(contested: readonly Contested[], grounds: Grounds): readonly Rule[] {
  const fields = contested.slice(0, shownFields).map(({ object, path, manager, times }) => {
    const who = manager === '' ? 'somebody unnamed' : manager
    return rule(
      grounds,
      ['spec', 'ignoreDifferences'],
      `does not name ${object} ${path}, set by ${who} after each of ${times} heals`,
    )
  })
  return [automatedFlag(grounds, 'selfHeal'), ...fields]
}

function reportRules(reason: ReportReason, grounds: Grounds): readonly Rule[] {
  switch (reason) {
    case 'observed-only':
      return [{ field: `roots[${grounds.root}].mode`, says: `is ${grounds.mode}` }]
    case 'no-automation':
    case 'error-waits-for-a-sync':
      return [automation(grounds)]
    case 'self-heal-off':
      return [automatedFlag(grounds, 'selfHeal')]
    case 'failed-waits-for-a-new-commit':
      return grounds.application.syncPolicy.automated === undefined
        ? [automation(grounds)]
        : retryRules(grounds)
    case 'blocked':
      return []
  }
}

function automation(grounds: Grounds): Rule {
  if (grounds.application.syncPolicy.automated !== undefined) return rule(grounds, automated, 'is set')
  const isWritten = grounds.field?.(automated).value !== undefined
  return isWritten
    ? rule(grounds, [...automated, 'enabled'], 'is false')
    : rule(grounds, automated, 'is not set')
}

/** A switch below `automated`, which counts only where there is automation. */
function automatedFlag(grounds: Grounds, name: 'selfHeal' | 'prune'): Rule {
  const policy = grounds.application.syncPolicy.automated
  if (policy === undefined) return automation(grounds)
  const path = [...automated, name]
  const isWritten = grounds.field?.(path).value !== undefined
  return rule(grounds, path, policy[name] || isWritten ? `is ${policy[name]}` : 'is not set')
}

/** What follows an Error is no affair of the declaration. */
function retryRules(grounds: Grounds): readonly Rule[] {
  if (grounds.last === 'Error') return []
  const declared = grounds.application.syncPolicy.retry
  if (declared === undefined) return [rule(grounds, retry, 'is not set')]
  return [rule(grounds, [...retry, 'limit'], `is ${declared.limit}`)]
}

function rule({ application, field }: Grounds, path: YamlPath, says: string): Rule {
  const { path: file, line } = application.declaredAt
  const at: Place = { path: file, line: field?.(path).line ?? line }
  return { field: formatPath(path), says, at }
}
