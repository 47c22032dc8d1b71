import assert from 'node:assert/strict'
import { parseProject } from '../../../src/apps/parse-project.ts'
import type { Project } from '../../../src/apps/project.ts'
import type { ClusterNames } from '../../../src/apps/project-rules.ts'
import { matcher, permitsDestination, permitsSource } from '../../../src/policy/project-permits.ts'
import { declaredIn } from '../../support/declared.ts'
import { type Drivers, expectOf, inputOf, type Row, withoutDriver } from '../row.ts'

export const projectDrivers: Drivers = {
  'project-source': source,
  'project-destination': destination,
  'glob-project': globOfProject,
}

/** A project as it is read from its declaration. */
function projectWith(spec: object): Project {
  const declaration = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: 'team' },
    spec,
  }
  const parsed = parseProject(declaredIn(JSON.stringify(declaration)))
  if (parsed.kind === 'problems') throw new Error(JSON.stringify(parsed.problems))
  return parsed.project
}

function source(row: Row): void {
  const { projSources, appSource } = inputOf<{ projSources: readonly string[]; appSource: string }>(row)
  const { rules } = projectWith({ sourceRepos: projSources })
  assert.equal(permitsSource(rules)(appSource), expectOf<{ isPermitted: boolean }>(row).isPermitted)
}

interface Destination {
  readonly projDest: readonly object[]
  readonly appDest: ClusterNames & { readonly namespace: string }
  readonly permitOnlyProjectScopedClusters?: boolean
  readonly clusters?: readonly object[]
}

/** Clusters that belong to a project are not known; a project that asks for them is refused by name. */
function destination(row: Row): typeof withoutDriver | undefined {
  const {
    projDest,
    appDest,
    permitOnlyProjectScopedClusters = false,
    clusters = [],
  } = inputOf<Destination>(row)
  if (permitOnlyProjectScopedClusters && clusters.length > 0) return withoutDriver
  const { rules, problems } = projectWith({ destinations: projDest, permitOnlyProjectScopedClusters })
  const { namespace, ...cluster } = appDest
  const answer = problems.length === 0 && permitsDestination(rules, [cluster])(namespace)
  assert.equal(answer, expectOf<{ isPermitted: boolean }>(row).isPermitted)
  return undefined
}

/** Where negation is not allowed, as for kinds, no pattern with `!` comes as far as the matching. */
function globOfProject(row: Row): void {
  const { pattern, val, allowNegation } = inputOf<{ pattern: string; val: string; allowNegation: boolean }>(
    row,
  )
  const isRefused = !allowNegation && pattern.startsWith('!')
  assert.equal(!isRefused && matcher(pattern)(val), expectOf<{ expected: boolean }>(row).expected)
}
