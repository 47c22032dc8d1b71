import { expect, test } from 'vitest'
import { acknowledge } from '../../src/engine/acknowledge.ts'
import { deletionsIn } from '../support/killed.ts'
import { aWorld, configMap, declaration, type Files, hook, type World } from '../support/world.ts'

function withOptions(options: string, policy = 'automated: { prune: true }'): string {
  return declaration('web', { policy }).replace('[CreateNamespace=true]', options)
}

async function deployed(files: Files, world: World = aWorld()) {
  const instance = world.start()
  const commit = world.commit(files)
  instance.push(commit)
  await instance.run()
  return { world, instance, commit }
}

async function changed({ world, instance }: Awaited<ReturnType<typeof deployed>>, files: Files) {
  const commit = world.commit(files)
  instance.push(commit)
  await instance.run()
  return world.statuses(commit)
}

function marked(name: string, options: string): string {
  return configMap(name, 'one').replace(
    'annotations: {',
    `annotations: { argocd.argoproj.io/sync-options: "${options}",`,
  )
}

const keep = { 'apps/web/keep.yaml': configMap('keep', 'one') }

test('managedNamespaceMetadata is kept on the namespace that CreateNamespace makes', async () => {
  const managed = (team: string) =>
    withOptions('[CreateNamespace=true]').replace(
      'syncOptions',
      `managedNamespaceMetadata: { labels: { team: ${team} }, annotations: { a: b } }\n    syncOptions`,
    )
  const story = await deployed({ 'root/web.yaml': managed('one'), ...keep })
  const { store } = story.world.sandbox.server.kernel
  const namespace = () => store.get({ table: '/namespaces', namespace: '', name: 'shop' })?.metadata
  expect(namespace()).toMatchObject({ labels: { team: 'one' }, annotations: { a: 'b' } })

  const statuses = await changed(story, { 'root/web.yaml': managed('two') })

  expect(namespace()?.labels).toMatchObject({ team: 'two' })
  expect(namespace()?.annotations).toEqual({ a: 'b' })
  expect(statuses['plumbline/sync']).toMatch(/^success/)
  expect(await changed(story, { 'root/web.yaml': withOptions('[]'), ...keep })).toMatchObject({
    'plumbline/sync': expect.stringMatching(/^success/),
  })
  expect(namespace()).toBeDefined()
})

test('what asks for a confirmation is pruned when somebody has agreed', async () => {
  const story = await deployed({
    'root/web.yaml': withOptions('[CreateNamespace=true]'),
    ...keep,
    'apps/web/old.yaml': marked('old', 'Prune=confirm'),
    'apps/web/older.yaml': configMap('older', 'one'),
  })

  const statuses = await changed(story, { 'apps/web/old.yaml': null, 'apps/web/older.yaml': null })

  expect(deletionsIn(story.world, 'shop')).toEqual(['configmaps older'])
  const waiting = statuses['plumbline/sync: prod/web'] ?? ''
  expect(waiting).toMatch(/^pending: waits for an acknowledgement: 1 deletion/)
  await acknowledge(story.instance.ports, 'web', { digest: waiting.slice(-20), by: 'ada' })
  await story.instance.run()
  expect(deletionsIn(story.world, 'shop')).toEqual(['configmaps older', 'configmaps old'])
})

test('PruneLast=true of an object makes it the last that is pruned', async () => {
  const story = await deployed({
    'root/web.yaml': withOptions('[CreateNamespace=true]'),
    ...keep,
    'apps/web/a.yaml': marked('a', 'PruneLast=true').replace('"0"', '"9"'),
    'apps/web/b.yaml': configMap('b', 'one', 3),
    'apps/web/c.yaml': configMap('c', 'one', -3),
  })

  await changed(story, { 'apps/web/a.yaml': null, 'apps/web/b.yaml': null, 'apps/web/c.yaml': null })

  expect(deletionsIn(story.world, 'shop')).toEqual(['configmaps b', 'configmaps c', 'configmaps a'])
})

test('an option of an object that is not understood forbids the sync, by name', async () => {
  const { world, commit } = await deployed({
    'root/web.yaml': withOptions('[CreateNamespace=true]'),
    'apps/web/keep.yaml': marked('keep', 'Prune=fasle'),
  })

  expect((await world.statuses(commit))['plumbline/sync: prod/web']).toMatch(
    /^failure: refused: ConfigMap shop\/keep: sync option "Prune=fasle" is not supported; Prune may be true, false, confirm/,
  )
})

const widget = (options: string) => `
apiVersion: example.com/v1
kind: Widget
metadata: { name: one, annotations: { argocd.argoproj.io/sync-options: "${options}" } }
spec: { size: 1 }
`

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
}

test('SkipDryRunOnMissingResource waits for a kind that something else brings', async () => {
  const world = aWorld()
  const instance = world.start()
  const commit = world.commit({
    'root/web.yaml': withOptions('[CreateNamespace=true]'),
    'apps/web/widget.yaml': widget('SkipDryRunOnMissingResource=true'),
  })
  instance.push(commit)
  let jobs = 0
  await instance.run(() => jobs++ > 2)
  expect((await world.statuses(commit))['plumbline/sync: prod/web']).toMatch(/^pending: syncing/)

  await world.sandbox.cluster.send({
    verb: 'create',
    group: 'apiextensions.k8s.io',
    version: 'v1',
    resource: 'customresourcedefinitions',
    body: definition,
  })
  await instance.run()

  expect((await world.statuses(commit))['plumbline/sync: prod/web']).toMatch(/^success/)
})

test.each([
  ['object', widget('SkipDryRunOnMissingResource=true')],
  [
    'hook',
    widget('SkipDryRunOnMissingResource=true').replace(
      'annotations: {',
      'annotations: { argocd.argoproj.io/hook: Sync,',
    ),
  ],
])(
  'an %s whose kind comes to be there after it was planned, as one of the whole cluster, is under the list for those',
  async (_, manifest) => {
    const allow = { namespaces: ['*'], namespacedKinds: ['*'], clusterKinds: ['Namespace'] }
    const world = aWorld({ root: { allow } })
    const { server, cluster } = world.sandbox
    let made: Promise<unknown> | undefined
    const written: string[] = []
    server.intercept((request) => {
      if (request.method !== 'GET') written.push(request.path)
      if (request.method !== 'GET' && request.path.includes('/leases')) {
        made ??= cluster.send({
          verb: 'create',
          group: 'apiextensions.k8s.io',
          version: 'v1',
          resource: 'customresourcedefinitions',
          body: { ...definition, spec: { ...definition.spec, scope: 'Cluster' } },
        })
      }
      return 'pass'
    })
    const instance = world.start()
    const commit = world.commit({
      'root/web.yaml': withOptions('[CreateNamespace=true]'),
      'apps/web/widget.yaml': manifest,
    })
    instance.push(commit)
    await instance.run()

    await made
    expect(written.filter((path) => path.includes('/widgets'))).toEqual([])
    const status = (await world.statuses(commit))['plumbline/sync']
    expect(status).toMatch(/^failure: .*example\.com\/Widget/)
  },
)

const misspelt = hook('migrate', 'PreSync').replace('restartPolicy', 'restartPolice: Never, restartPolicy')

test.each([
  ['', /^failure: .*Job i/],
  ['Validate=false', /^success/],
])(
  'with the option "%s" a hook with a field that the schema does not know ends as %s',
  async (option, verdict) => {
    const { world, commit } = await deployed({
      'root/web.yaml': withOptions('[CreateNamespace=true]'),
      ...keep,
      'apps/web/hook.yaml': misspelt.replace(
        'annotations: {',
        `annotations: { argocd.argoproj.io/sync-options: "${option}",`,
      ),
    })

    expect((await world.statuses(commit))['plumbline/sync: prod/web']).toMatch(verdict)
  },
)
