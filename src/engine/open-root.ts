import type { Application } from '../apps/application.ts'
import { isDeclaration } from '../apps/declaration.ts'
import { parseDeclaration } from '../apps/parse-declaration.ts'
import { isSystemConfig } from '../apps/system-config.ts'
import type { Commit } from '../git/commit.ts'
import type { RenderedManifest } from '../render/rendered-app.ts'
import { hostOf } from '../settings/host-of.ts'
import type { Root } from '../settings.ts'
import { declaredIn, problemsOf } from './declared-in.ts'
import { commitOf, openSource, type RenderedSource, renderedSource } from './entry-source.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import type { RosterProblem } from './roster-entry.ts'
import { type Found, UnreadableRoot } from './roster-found.ts'
import type { SourceReading } from './source-reading.ts'

/** A root, rendered at its tip; undefined where it cannot be read, which is then among what was found. */
export async function openRoot(
  ports: Ports,
  reading: SourceReading,
  root: Root,
  found: Found,
): Promise<RenderedSource | undefined> {
  const hosted = hostOf(ports.settings, root.repository)
  if (hosted === undefined) throw new Error(`the settings name no host for the root ${root.repository}`)
  const application = rootApplication(root, hosted.repository)
  const start = await openSource(ports, reading, application, (commit, tree) =>
    renderedSource(ports, application, commit, tree),
  )
  const tip = commitOf(start)
  if (tip !== undefined) found.tips.push(tip)
  if (start.kind === 'unusable') {
    found.gaps.push('anywhere')
    if (tip !== undefined) found.problems.push({ at: tip, problem: start.problem })
    else missRoot(found, new UnreadableRoot(root, hosted.repository, start))
    return undefined
  }
  const { commit, manifests } = start.rendered
  found.problems.push(...strangers(manifests, commit))
  return start
}

function missRoot(found: Found, root: UnreadableRoot): void {
  found.unreadable.push(root)
  found.problems.push({ at: { repository: root.repository }, problem: problemOf(root) })
}

/** In a root only declarations are followed; anything else was put there by mistake. */
function strangers(manifests: readonly RenderedManifest[], commit: Commit): readonly RosterProblem[] {
  return manifests
    .filter(({ manifest }) => !isDeclaration(manifest) && !isSystemConfig(manifest))
    .flatMap((stranger) => problemsOf(parseDeclaration(declaredIn(stranger, commit)), commit))
}

function rootApplication(root: Root, repository: Commit['repository']): Application {
  return {
    name: 'root',
    namespace: 'argocd',
    project: 'default',
    declaredAt: { repository, path: root.path, line: 1 },
    source: { repoURL: root.repository, path: root.path, targetRevision: root.revision },
    destination: { namespace: '' },
    syncPolicy: { options: ['Prune=false'] },
    ignoreDifferences: [],
    deletesResources: false,
  }
}
