import { fieldsOf, type WrittenField } from '../apps/declaration-lines.ts'
import { imagesOf } from '../kube/images-of.ts'
import type { YamlPath } from '../kube/yaml-document.ts'
import type { Decision, Explanation, LastSync } from '../report/explanation.ts'
import type { ReportProblem } from '../report/report.ts'
import { present } from '../settings/present.ts'
import type { Operation } from '../sync/operation.ts'
import { currentRoster } from './current-roster.ts'
import type { Verdict } from './decide.ts'
import { type EntrySource, inputsOf, withRender } from './entry-source.ts'
import type { Look } from './look.ts'
import { type Owners, ownersOf } from './owners.ts'
import type { Ports } from './ports.ts'
import { reconcile } from './reconcile.ts'
import type { RosterEntry } from './roster.ts'
import { rulesOf } from './rules.ts'
import { createSourceReading, type SourceReading } from './source-reading.ts'

export type Explained =
  /** With what is live of the kinds that it declares, by formatted key; empty where it could not be looked at. */
  | { readonly kind: 'explained'; readonly explanation: Explanation; readonly live: Look['live'] }
  /** No usable declaration has the name; where a declaration of it was refused, the problems are its own. */
  | { readonly kind: 'unknown'; readonly problems: readonly ReportProblem[] }

/** Why an application is or is not synced now: decides as a push would, and writes nothing. */
export async function explain(ports: Ports, name: string): Promise<Explained> {
  const reading = createSourceReading(ports)
  const roster = await currentRoster(ports, reading)
  const entry = roster.entries.find(({ application }) => application.name === name)
  if (entry !== undefined) {
    return explainEntry(ports, reading, ownersOf(ports, roster), entry)
  }
  const own = roster.problems.filter(({ application }) => application === name)
  const nameless = roster.problems.filter(({ application }) => application === undefined)
  const found = own.length > 0 || roster.complete ? own : nameless
  return { kind: 'unknown', problems: found.map(({ problem }) => problem) }
}

async function explainEntry(
  ports: Ports,
  reading: SourceReading,
  owners: Owners,
  entry: RosterEntry,
): Promise<Explained> {
  const { application, declaredBy } = entry
  const { source } = await withRender(ports, entry)
  const { report, decided, before } = await reconcile(ports, entry, { asked: false, mayWrite: false, owners })
  const { repository, path, line } = application.declaredAt
  const field = await declarationOf(reading, entry)
  const explanation = {
    report,
    declaredAt: { repository, path, line, commit: declaredBy.sha },
    ...present({
      decision: decided && decisionOf(ports, entry, decided.verdict, before, field),
      last: before && lastSync(before),
      images: imagesIn(source),
      inputs: inputsOf(source),
      generatePaths: application.generatePaths,
    }),
  }
  return { kind: 'explained', explanation, live: decided?.live ?? new Map() }
}

function imagesIn(source: EntrySource): readonly string[] | undefined {
  if (source.kind !== 'rendered') return undefined
  const images = new Set(source.rendered.manifests.flatMap(({ manifest }) => imagesOf(manifest)))
  return images.size === 0 ? undefined : [...images]
}

/** Undefined where the file cannot be read again: rules then name the line on which the declaration starts. */
async function declarationOf(
  reading: SourceReading,
  { application: { declaredAt }, declaredBy }: RosterEntry,
): Promise<((path: YamlPath) => WrittenField) | undefined> {
  try {
    const tree = await reading.tree(declaredBy)
    return fieldsOf((await tree.read(declaredAt.path)).text, declaredAt)
  } catch {
    return undefined
  }
}

function decisionOf(
  { settings }: Ports,
  { application, root }: RosterEntry,
  verdict: Verdict,
  last: Operation | undefined,
  field: ((path: YamlPath) => WrittenField) | undefined,
): Decision {
  const rules = rulesOf(verdict, {
    application,
    root: settings.roots.indexOf(root),
    mode: root.mode,
    field,
    ...present({ last: last?.phase }),
  })
  return {
    action: verdict.kind,
    rules,
    ...('reason' in verdict ? { reason: verdict.reason } : {}),
    ...('seconds' in verdict ? { seconds: verdict.seconds } : {}),
    ...('attempt' in verdict ? { attempt: verdict.attempt } : {}),
  }
}

function lastSync(operation: Operation): LastSync {
  const { id, commit, kind, phase, attempt, heals, message, startedAt, finishedAt } = operation
  return { id, commit, kind, phase, attempt, heals, message, startedAt, ...present({ finishedAt }) }
}
