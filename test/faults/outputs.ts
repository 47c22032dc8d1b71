import { createApp } from '../../src/app.ts'
import { inspect } from '../../src/engine/ask.ts'
import { explain } from '../../src/engine/explain.ts'
import { explainText } from '../../src/report/explain-text.ts'
import { planText } from '../../src/report/plan-text.ts'
import { reportText } from '../../src/report/report-text.ts'
import type { Instance } from '../support/world.ts'

const token = 'a-token-of-thirty-characters-0'

/** All that an instance shows to people and programs beside what it sends, each by a name. A new page is a new line. */
export const outputs: Readonly<Record<string, (instance: Instance) => Promise<string>>> = {
  'the log': async ({ logged }) => JSON.stringify(logged),
  '/console': page('/console'),
  '/api/applications': page('/api/applications'),
  '/api/applications/web': page('/api/applications/web'),
  'plumbline status': async ({ ports }) => reportText(await inspect(ports, [])),
  'plumbline status --json': async ({ ports }) => JSON.stringify(await inspect(ports, [])),
  'plumbline plan': async ({ ports }) =>
    (await inspect(ports, [])).applications
      .map(({ plan }) => (plan === undefined ? '' : planText(plan)))
      .join(),
  'plumbline explain web': async ({ ports }) => {
    const explained = await explain(ports, 'web')
    return explained.kind === 'explained' ? explainText(explained.explanation) : JSON.stringify(explained)
  },
  'every run': async ({ ports }) =>
    JSON.stringify([await ports.runs.runs('web'), await ports.runs.runs('api')]),
}

function page(path: string): (instance: Instance) => Promise<string> {
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
