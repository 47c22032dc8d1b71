import { patchObject } from '../../src/cluster/requests.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import { listStatuses } from '../../src/sync/list-statuses.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { writeStatus } from '../../src/sync/status-record.ts'
import {
  aWorld,
  configMap,
  declaration,
  deployment,
  type Files,
  hook,
  type Instance,
  type World,
} from './world.ts'

/** A world in which something of everything has happened, and the page that shows each. */
export interface ConsoleWorld {
  readonly world: World
  readonly instance: Instance
  readonly pages: { readonly [name: string]: string }
}

export const hostile = '"><img src=x onerror=alert(1)></title><script>alert(2)</script>\u202egnp.exe'

const secret = (value: string) => `
apiVersion: v1
kind: Secret
metadata: { name: door }
stringData: { key: ${value}, lock: same }
`

const web: Files = {
  'root/web.yaml': declaration('web'),
  'apps/web/web.yaml': deployment('web', '3.9', 1),
  'apps/web/worker.yaml': deployment('worker', '3.9', 2),
  'apps/web/settings.yaml': configMap('settings', 'on'),
  'apps/web/flags.yaml': configMap('flags', 'beta'),
  'apps/web/door.yaml': secret('git-value-1'),
  'apps/web/migrate.yaml': hook('migrate', 'PreSync'),
  'apps/web/smoke.yaml': hook('smoke-test', 'PostSync'),
}

const ill: Files = {
  'root/payments.yaml': declaration('payments'),
  'apps/payments/api.yaml': deployment('payments-api', 'crashing'),
  'root/ledger.yaml': declaration('ledger'),
  'apps/ledger/ledger.yaml': configMap('ledger', 'on'),
  'apps/ledger/check.yaml': hook('check-ledger', 'PreSync', 'failing'),
  'root/search.yaml': declaration('search'),
  'apps/search/kustomization.yaml': 'resources: [gone.yaml]\nsurprise: true\n',
  'root/mail.yaml': declaration('mail', { policy: 'retry: { limit: 1 }' }),
  'apps/mail/mail.yaml': deployment('mail', '1.0'),
}

const well = [
  'accounts',
  'basket',
  'catalogue',
  'delivery-times',
  'images',
  'inventory',
  'notifications',
  'orders',
]

const wellFiles: Files = Object.fromEntries(
  well.flatMap((name) => [
    [`root/${name}.yaml`, declaration(name)],
    [`apps/${name}/${name}.yaml`, deployment(name, '1.4.2')],
  ]),
)

const types = {
  Deployment: { group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments' },
  Secret: { group: '', version: 'v1', kind: 'Secret', resource: 'secrets' },
}

async function edit(world: World, kind: keyof typeof types, name: string, patch: JsonObject): Promise<void> {
  const type = { ...types[kind], namespaced: true, verbs: ['patch'] }
  await patchObject(world.sandbox.open(), { type, namespace: 'shop', name }, patch, {
    fieldManager: 'kubectl-edit',
  })
}

export async function aConsoleWorld(): Promise<ConsoleWorld> {
  const world = aWorld()
  const instance = world.start()
  const first = world.commit({ ...web, ...ill, ...wellFiles })
  instance.push(first, '7f3a0c9e-5f1d-4a53-9b0e-1c2d3e4f5a6b')
  await instance.run()
  await edit(world, 'Deployment', 'web', handEdit)
  await edit(world, 'Secret', 'door', { stringData: { key: 'hand-value-2' } })
  const { number, head } = world.propose({
    'apps/web/web.yaml': deployment('web', '3.10', 1),
    'apps/web/door.yaml': secret('head-value-3'),
    'apps/web/flags.yaml': null,
    'apps/basket/cache.yaml': configMap('cache', 'warm'),
  })
  instance.pullRequest(number)
  const running = world.commit({
    'root/import.yaml': declaration('import'),
    'apps/import/import.yaml': configMap('import', 'on'),
    'apps/import/copy.yaml': hook('copy-rows', 'PreSync', 'hanging'),
  })
  instance.push(running, '0b1c2d3e-1111-4222-8333-444455556666', first)
  await instance.run(() =>
    instance.logged.some(
      ({ message, facts }) => message === 'an application was reconciled' && facts.application === 'import',
    ),
  )
  await writeHostile(instance)
  const [run] = (await instance.ports.runs.runs('web')).filter(({ report }) => report.outcome !== undefined)
  return {
    world,
    instance,
    pages: {
      applications: '/console',
      'applications-filtered': '/console?q=shop&health=Progressing&order=name',
      application: '/console/applications/web',
      'application-failed': '/console/applications/ledger',
      'application-broken': '/console/applications/search',
      'application-running': '/console/applications/import',
      'application-hostile': `/console/applications/${encodeURIComponent(hostile)}`,
      run: `/console/applications/web/runs/${run?.report.outcome?.operationId ?? ''}`,
      commit: `/console/commits/git/platform/config/${head}`,
      plan: `/console/commits/git/platform/config/${head}/web/plan`,
      delivery: '/console/deliveries/0b1c2d3e-1111-4222-8333-444455556666',
      deliveries: '/console/deliveries',
      absent: '/console/applications/gone',
    },
  }
}

const handEdit: JsonObject = {
  spec: {
    replicas: 5,
    template: {
      spec: {
        containers: [
          { name: 'main', image: 'registry.example/web:3.9-hotfix', env: [{ name: 'NOTE', value: hostile }] },
        ],
      },
    },
  },
}

/** A record that nobody would write who means well. */
async function writeHostile({ ports }: Instance): Promise<void> {
  const cluster = ports.cluster('prod')
  const [known] = await listStatuses(cluster, 'test')
  if (known?.kind !== 'status') throw new Error('nothing is recorded')
  const place = recordPlace(cluster, 'test', hostile)
  await writeStatus(place, {
    ...known.summary,
    application: hostile,
    message: `${hostile} ${'long'.repeat(500)}`,
    namespace: `shop-${'x'.repeat(200)}`,
    revision: 'javascript:alert(3)',
  })
}
