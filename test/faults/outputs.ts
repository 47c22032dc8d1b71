import { createApp } from '../../src/app.ts'
import { inspect } from '../../src/engine/ask.ts'
import { explain } from '../../src/engine/explain.ts'
import { explainText } from '../../src/report/explain-text.ts'
import { planText } from '../../src/report/plan-text.ts'
import { reportText } from '../../src/report/report-text.ts'
import type { Instance } from '../support/world.ts'

const token = 'a-token-of-thirty-characters-0'

type Read = (instance: Instance, inspected: Inspected) => Promise<string>

type Inspected = Awaited<ReturnType<typeof inspect>>

/** All that an instance shows to people and programs beside what it sends, each by a name. */
export async function outputsOf(instance: Instance): Promise<readonly (readonly [string, string])[]> {
  const inspected = await inspect(instance.ports, [])
  const texts: [string, string][] = []
  for (const [where, read] of Object.entries(outputs)) texts.push([where, await read(instance, inspected)])
  return texts
}

/** A new page is a new line. */
export const outputs: Readonly<Record<string, Read>> = {
  'the log': async ({ logged }) => JSON.stringify(logged),
  '/console': page('/console'),
  '/api/applications': page('/api/applications'),
  '/api/applications/web': page('/api/applications/web'),
  'plumbline status': async (_, inspected) => reportText(inspected),
  'plumbline status --json': async (_, inspected) => JSON.stringify(inspected),
  'plumbline plan': async (_, { applications }) =>
    applications.map(({ plan }) => (plan === undefined ? '' : planText(plan))).join(),
  'plumbline explain web': async ({ ports }) => {
    const explained = await explain(ports, 'web')
    return explained.kind === 'explained' ? explainText(explained.explanation) : JSON.stringify(explained)
  },
  'every run': async ({ ports }) =>
    JSON.stringify([await ports.runs.runs('web'), await ports.runs.runs('api')]),
}

function page(path: string): Read {
  return async ({ ports }) => {
    const app = createApp({
      queue: ports.queue,
      log: ports.log,
      webhookHosts: async () => [],
      notReady: async () => undefined,
      api: { ports, token: async () => token },
      console: { ports, guard: { kind: 'token', token: async () => token } },
    })
    const response = await app.request(`http://plumbline.example${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return response.text()
  }
}
