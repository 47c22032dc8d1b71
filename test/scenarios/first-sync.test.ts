import { expect, test } from 'vitest'
import type { SandboxControllersOptions } from '../../src/sandbox/api-server/controllers/controllers.ts'
import { aStory, type Story } from '../support/story.ts'
import { configMap, declaration, deployment, type Files, hook } from '../support/world.ts'

const count = 12

/** Many objects of one kind. */
const files: Files = {
  'root/web.yaml': declaration('web'),
  ...Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`apps/web/${at}.yaml`, configMap(`setting-${at}`, 'one')]),
  ),
}

interface Watched extends Story {
  /** What was asked for the application's objects, and how often. */
  readonly asked: ReadonlyMap<string, number>
}

/** `then` is called after each of these requests. */
function watched(
  then: (what: string, story: Story) => Promise<void> = async () => {},
  controllers: SandboxControllersOptions = {},
): Watched {
  const asked = new Map<string, number>()
  const story = aStory({
    cluster: {
      controllers,
      between: async (request, answer) => {
        const response = await answer()
        const what = whatIsAsked(request)
        asked.set(what, (asked.get(what) ?? 0) + 1)
        await then(what, story)
        return response
      },
    },
  })
  return { ...story, asked }
}

function whatIsAsked({ method, url }: Request): string {
  const { pathname, searchParams } = new URL(url)
  const of =
    /^\/apis?\/(?:apps\/)?v1(?:\/namespaces\/shop)?\/(namespaces|configmaps|deployments)(\/.+)?$/.exec(
      pathname,
    )
  if (of === null || pathname.includes('/namespaces/plumbline')) return 'other'
  const verb = method === 'GET' && of[2] === undefined ? 'LIST' : method
  return `${verb} ${of[1]}${searchParams.has('dryRun') ? ' dry run' : ''}`
}

const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }

test('into a new namespace each object is applied, and neither looked at nor asked about by itself', async () => {
  const story = watched()

  expect((await story.push(files)).status).toMatch(/^success/)

  expect(story.asked.get('PATCH configmaps')).toBe(count)
  expect(story.asked.get('PATCH configmaps dry run')).toBeUndefined()
  expect(story.asked.get('GET configmaps')).toBeUndefined()
  expect(story.asked.get('LIST configmaps')).toBeLessThanOrEqual(5)
})

test('into a namespace that is there each object is asked about once, however many calls the sync takes', async () => {
  const story = watched(async (what, { world }) => {
    if (what === 'PATCH configmaps') world.sandbox.clock.advance(70_000)
  })
  await story.kubectl.create('/api/v1/namespaces', namespace)

  expect((await story.push(files)).status).toMatch(/^success/)

  expect(story.asked.get('PATCH configmaps')).toBe(count)
  expect(story.asked.get('PATCH configmaps dry run')).toBe(count)
  expect(story.asked.get('GET configmaps')).toBeUndefined()
})

test('what another GitOps manager puts into a new namespace before us is not run over', async () => {
  const path = '/api/v1/namespaces/shop/configmaps/setting-3'
  const story = watched(async (what, theirs) => {
    if (what !== 'POST namespaces') return
    const data = { value: 'theirs' }
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'setting-3' }, data }
    await theirs.apply(`${path}?fieldManager=kustomize-controller`, body)
  })

  expect((await story.push(files)).status).toMatch(/^failure/)

  expect(await story.read(path)).toMatchObject({ data: { value: 'theirs' } })
  expect(story.asked.get('PATCH configmaps')).toBe(count - 1)
  expect(await story.status('web')).toContain('is managed by kustomize-controller (field manager)')
})

test('a call in which the last of an application became healthy, and that wrote nothing, tells of what it saw first', async () => {
  const story = watched()
  const web = { 'root/web.yaml': declaration('web'), 'apps/web/web.yaml': deployment('web', '1') }

  expect((await story.push(web)).status).toBe('success: 1 app: Synced and Healthy')

  expect(story.asked.get('LIST deployments')).toBe(2)
})

test('a call that ended a sync after it had seen it under way looks once more', async () => {
  let looks = 0
  const story = watched(
    async (what, { world }) => {
      if (what === 'LIST deployments' && ++looks === 2) world.sandbox.clock.advance(1)
    },
    { fateOf: () => (looks < 2 ? 'image-pull-error' : 'runs') },
  )
  const web = { 'root/web.yaml': declaration('web'), 'apps/web/web.yaml': deployment('web', '1') }

  expect((await story.push(web)).status).toBe('success: 1 app: Synced and Healthy')

  const calls = story.instance.logged.filter(({ message }) => message === 'an application was reconciled')
  expect([calls.length, looks]).toEqual([2, 3])
})

test('a call that ends a sync with a deletion looks at what is there after it', async () => {
  const story = watched()
  const done = hook('done', 'PostSync, argocd.argoproj.io/hook-delete-policy: HookSucceeded')
  const web = {
    'root/web.yaml': declaration('web'),
    'apps/web/web.yaml': `${deployment('web', '1')}---${done}`,
  }

  expect((await story.push(web)).status).toBe('success: 1 app: Synced and Healthy')

  expect(await story.read('/apis/batch/v1/namespaces/shop/jobs/done')).toBeUndefined()
  expect(story.asked.get('LIST deployments')).toBe(4)
})
