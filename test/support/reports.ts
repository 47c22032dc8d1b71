import type { Comparison, ObjectComparison } from '../../src/diff/comparison.ts'
import type { ObjectKey } from '../../src/kube/object-key.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { ApplicationFacts } from '../../src/report/application-facts.ts'
import type { ApplicationReport, Report, ReportProblem } from '../../src/report/report.ts'
import { aSha } from './builders.ts'

export function aKey(kind: string, name: string, group = '', namespace = 'shop'): ObjectKey {
  return { group, kind, namespace, name }
}

export function aComparison(
  objects: readonly ObjectComparison[],
  changes: Partial<Comparison> = {},
): Comparison {
  return { application: 'shop', objects, unlisted: [], ...changes }
}

export function inSync(name: string): ObjectComparison {
  return { kind: 'inSync', key: aKey('ConfigMap', name), uid: name, ignored: [] }
}

export function missing(name: string): ObjectComparison {
  return { kind: 'missing', key: aKey('ConfigMap', name) }
}

export function aPlan(changes: Partial<Plan> = {}): Plan {
  return {
    application: 'shop',
    commit: aSha('seed'),
    phases: [],
    prune: [],
    skips: [],
    blocks: [],
    ...changes,
  }
}

/** Of an application in mode sync that is Synced and Healthy. */
export function theFacts(changes: Partial<ApplicationFacts> = {}): ApplicationFacts {
  return {
    name: 'shop',
    cluster: 'east',
    mode: 'sync',
    health: { status: 'Healthy', message: '' },
    comparison: aComparison([inSync('a'), inSync('b')]),
    problems: [],
    ...changes,
  }
}

export function anApplicationReport(changes: Partial<ApplicationReport> = {}): ApplicationReport {
  return {
    name: 'shop',
    cluster: 'east',
    sync: 'Synced',
    health: { status: 'Healthy', message: '' },
    verdict: 'success',
    summary: 'Synced and Healthy: 2 objects',
    problems: [],
    ...changes,
  }
}

export function aReport(changes: Partial<Report> = {}): Report {
  return {
    repository: { host: 'forge', owner: 'team', name: 'config' },
    commit: aSha('seed'),
    verdict: 'success',
    applications: [anApplicationReport()],
    problems: [],
    ...changes,
  }
}

export function aProblem(changes: Partial<ReportProblem> = {}): ReportProblem {
  return { code: 'invalid', message: 'spec is required', turn: 'author', retryable: false, ...changes }
}
