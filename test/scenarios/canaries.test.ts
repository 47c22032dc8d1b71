// A value of a Secret is planted wherever it may come to stand, and looked for in all that leaves: requests to both
// servers, objects of the cluster beside the Secret, records, the log, pages and what the commands print.
import { expect, test } from 'vitest'
import { inspect } from '../../src/engine/ask.ts'
import type { Json } from '../../src/kube/json.ts'
import { denied } from '../../src/sandbox/api-server/admission/admission.ts'
import type { SandboxApiServerOptions } from '../../src/sandbox/api-server/server.ts'
import { canary } from '../faults/canaries.ts'
import { outputs } from '../faults/outputs.ts'
import { play, type Step } from '../faults/play.ts'
import { edits, healing, merges, proposes, pushes, web } from '../faults/steps.ts'
import { aWorld, configMap } from '../support/world.ts'

const token = '/api/v1/namespaces/shop/secrets/token'

function secret(value: string, more: { readonly [field: string]: Json } = {}): string {
  const text = `${canary}-${value}`
  const metadata = { name: 'token' }
  const values = { stringData: { token: text, pem: `begin\n${text}\nend` }, data: { key: btoa(text) } }
  return JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata, ...values, ...more })
}

const first = web({ 'secret.yaml': secret('one'), 'settings.yaml': configMap('settings', 'one') }, healing)

/** Admission that quotes all it has seen. */
const quoting =
  (refused: string): SandboxApiServerOptions['admit'] =>
  (review) => {
    const { kind, name, object, oldObject } = review
    if (kind.kind !== refused || name === 'kube-root-ca.crt' || review.namespace !== 'shop') return
    const known = `${canary}-one, ${btoa(`${canary}-one`)}`
    if (object !== undefined) throw denied(review, `no ${known}: ${JSON.stringify({ object, oldObject })}`)
  }

const generator = `
secretGenerator:
  - name: generated
    literals: ["token=${canary}"]
    envs: [token.env]
`

interface Planted {
  readonly steps: readonly Step[]
  readonly admit?: SandboxApiServerOptions['admit']
}

const planted: Readonly<Record<string, Planted>> = {
  'values that change, in a plan and in a sync': {
    steps: [pushes(first), proposes({ 'apps/web/secret.yaml': secret('two') }), merges()],
  },
  'a live value that Git does not know, and what kubectl apply remembers': {
    steps: [
      pushes(web({ 'secret.yaml': secret('one'), 'settings.yaml': configMap('settings', 'one') })),
      edits(token, {
        metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': secret('live') } },
        data: { key: btoa(`${canary}-live`), extra: btoa(`${canary}-extra`) },
      }),
      edits('/api/v1/namespaces/shop/configmaps/settings', {
        metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': secret('live') } },
        data: { value: 'by hand' },
      }),
    ],
  },
  'an annotation of the Secret that quotes it': {
    steps: [
      pushes(
        web({
          'secret.yaml': secret('one', {
            metadata: { name: 'token', annotations: { note: `${canary}-one` } },
          }),
        }),
      ),
      edits(token, { metadata: { annotations: { note: `was ${canary}-one` } } }),
      proposes({ 'apps/web/secret.yaml': secret('two') }),
    ],
  },
  'admission that quotes the Secret': { steps: [pushes(first), pushes(first)], admit: quoting('Secret') },
  'admission that quotes the Secret in an error of another object': {
    steps: [pushes(first)],
    admit: quoting('ConfigMap'),
  },
  'a Secret that the API server refuses': {
    steps: [
      pushes(web({ 'secret.yaml': secret('one', { immutable: true }) }, healing)),
      proposes({ 'apps/web/secret.yaml': secret('two', { immutable: true }) }),
      merges(),
      pushes({ 'apps/web/secret.yaml': secret('two', { data: { key: `${canary}, not base64` } }) }),
      pushes({ 'apps/web/secret.yaml': secret('two', { data: canary }) }),
      pushes({ 'apps/web/secret.yaml': secret('two', { stringData: [canary] }) }),
      pushes({ 'apps/web/secret.yaml': secret('two', { type: 'kubernetes.io/tls' }) }),
    ],
  },
  'a file of a Secret that cannot be read': {
    steps: [
      pushes(first),
      pushes({ 'apps/web/secret.yaml': `kind: Secret\nstringData:\n  token: "${canary}\n  key: [${canary}` }),
      proposes({
        'apps/web/secret.yaml': `kind: Secret\nstringData:\n  ${canary}\n  a: {${canary}: *${canary}`,
      }),
    ],
  },
  'a generator of Secrets': {
    steps: [
      pushes({ ...web({ 'kustomization.yaml': generator, 'token.env': `more=${canary}` }) }),
      proposes({ 'apps/web/token.env': `more=${canary}-two` }),
      merges(),
      pushes({ 'apps/web/token.env': `${canary} is no variable` }),
      pushes({ 'apps/web/kustomization.yaml': generator.replace('token=', '') }),
    ],
  },
}

test.each(Object.entries(planted))('%s: no value of it is seen', async (name, { steps, admit }) => {
  const server = admit === undefined ? {} : { server: { admit } }
  const { oracle } = await play({ name, steps, isSecret: true, mayWait: true, world: { cluster: server } })

  expect(oracle.violations.filter((violation) => violation.startsWith('I7'))).toEqual([])
})

test.each(Object.entries(outputs))(
  '%s tells of the application, or nothing could be found there',
  async (_, read) => {
    const world = aWorld()
    const instance = world.start()
    instance.push(world.commit(first))
    await instance.run()

    expect(await read(instance, await inspect(instance.ports, []))).toContain('web')
  },
)
