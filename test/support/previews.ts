import type { FieldPreview } from '../../src/diff/field-preview.ts'
import type { ApplicationPreview, ObjectPreview, Preview } from '../../src/report/preview.ts'
import { aSha } from './builders.ts'
import { aKey } from './reports.ts'

/** Of a pull request that changes the image of one Deployment. */
export function aPreview(changes: Partial<Preview> = {}): Preview {
  return {
    installation: 'first',
    repository: { host: 'forge', owner: 'team', name: 'config' },
    number: 7,
    head: aSha('head'),
    baseRef: 'main',
    base: aSha('base'),
    at: '2026-11-30T08:00:00Z',
    depth: 'full',
    draft: false,
    fork: false,
    needsUpdate: [],
    applications: [anApplicationPreview()],
    skipped: [],
    problems: [],
    ...changes,
  }
}

export function anApplicationPreview(changes: Partial<ApplicationPreview> = {}): ApplicationPreview {
  return {
    name: 'shop',
    cluster: 'east',
    namespace: 'shop',
    change: 'changed',
    mode: 'sync',
    automated: true,
    sync: 'Synced',
    health: { status: 'Healthy', message: '' },
    objects: [anObjectPreview()],
    inSync: 3,
    hooks: [],
    problems: [],
    ...changes,
  }
}

export function anObjectPreview(changes: Partial<ObjectPreview> = {}): ObjectPreview {
  return {
    key: aKey('Deployment', 'web', 'apps'),
    origin: { path: 'shop/web.yaml', line: 1 },
    action: 'change',
    cause: 'pull-request',
    phase: 'Sync',
    wave: 0,
    fields: [aFieldPreview()],
    flags: [],
    ...changes,
  }
}

export function aFieldPreview(changes: Partial<FieldPreview> = {}): FieldPreview {
  return {
    path: 'spec.template.spec.containers[name=web].image',
    base: { kind: 'value', value: 'web:1.4.2' },
    head: { kind: 'value', value: 'web:1.4.3' },
    live: { kind: 'value', value: 'web:1.4.2' },
    equal: { baseHead: false, baseLive: true, headLive: false },
    writer: { manager: 'plumbline', operation: 'Apply', time: '2026-11-24T08:00:00Z', class: 'us' },
    cause: 'pull-request',
    will: 'set',
    ...changes,
  }
}
