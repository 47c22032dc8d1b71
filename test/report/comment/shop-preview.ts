import type { Preview } from '../../../src/report/preview.ts'
import { aFieldPreview, anApplicationPreview, anObjectPreview, aPreview } from '../../support/previews.ts'
import { aKey, aProblem } from '../../support/reports.ts'

const scaled = {
  manager: 'kubectl-scale',
  operation: 'Update',
  subresource: 'scale',
  time: '2026-11-28T07:00:00Z',
  class: 'person',
} as const

const edited = {
  manager: 'kubectl-edit',
  operation: 'Update',
  time: '2026-11-30T05:00:00Z',
  class: 'person',
} as const

const web = anObjectPreview({
  cause: 'both',
  flags: ['restart', 'live-edit'],
  fields: [
    aFieldPreview(),
    aFieldPreview({
      path: 'spec.template.spec.containers[name=web].resources.limits.memory',
      base: { kind: 'value', value: '512Mi' },
      head: { kind: 'value', value: '1Gi' },
      live: { kind: 'value', value: '768Mi' },
      equal: { baseHead: false, baseLive: false, headLive: false },
      writer: edited,
      cause: 'both',
      will: 'overwrite-live-edit',
    }),
    aFieldPreview({
      path: 'spec.replicas',
      base: { kind: 'value', value: 3 },
      head: { kind: 'value', value: 3 },
      live: { kind: 'value', value: 5 },
      equal: { baseHead: true, baseLive: false, headLive: false },
      writer: scaled,
      cause: 'drift',
      will: 'revert',
    }),
  ],
})

const token = anObjectPreview({
  key: aKey('Secret', 'token'),
  origin: { path: 'shop/token.yaml', line: 3 },
  fields: [
    aFieldPreview({
      path: 'data.token',
      base: { kind: 'masked' },
      head: { kind: 'masked' },
      live: { kind: 'masked' },
      writer: {
        manager: 'external-secrets',
        operation: 'Apply',
        time: '2026-11-29T08:00:00Z',
        class: 'controller',
      },
    }),
  ],
})

const selector = anObjectPreview({
  key: aKey('Deployment', 'api', 'apps', 'pay'),
  action: 'reject',
  flags: ['immutable'],
  fields: [
    aFieldPreview({
      path: 'spec.selector.matchLabels.app',
      base: { kind: 'value', value: 'a' },
      head: { kind: 'value', value: 'b' },
      live: { kind: 'value', value: 'a' },
      will: 'reject',
    }),
  ],
  rejected: {
    reason: 'immutable',
    field: 'spec.selector',
    message: 'field is immutable',
    remedy: 'keep the old selector, or allow that it is created again: Replace=true',
  },
})

/** Two applications: one with a change, a live edit, drift and deletions, one whose change would be rejected. */
export const shopPreview: Preview = aPreview({
  applications: [
    anApplicationPreview({
      sync: 'OutOfSync',
      objects: [
        anObjectPreview({ key: aKey('Service', 'web-2'), action: 'create', fields: [], wave: 1 }),
        web,
        token,
        anObjectPreview({ key: aKey('ConfigMap', 'old-banner'), action: 'prune', fields: [] }),
        anObjectPreview({
          key: aKey('PersistentVolumeClaim', 'data'),
          action: 'prune',
          fields: [],
          flags: ['protected'],
        }),
      ],
      hooks: [{ key: aKey('Job', 'migrate', 'batch'), phase: 'PreSync', wave: 0 }],
      acknowledgement: {
        digest: '5f0c2a91d7e34b68',
        given: false,
        reasons: ['PersistentVolumeClaim shop/data is of a protected kind'],
      },
    }),
    anApplicationPreview({
      name: 'pay',
      namespace: 'pay',
      automated: false,
      objects: [selector],
      problems: [aProblem({ code: 'project', message: 'project pay is not enforced', warning: true })],
    }),
    anApplicationPreview({ name: 'docs', namespace: 'docs', objects: [] }),
  ],
  skipped: [{ name: 'mail', reason: 'reads nothing that changed' }],
})
