import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { dirname, join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { expect, inject, test } from 'vitest'
import { clusterAccess, kubeconfigAccess } from '../../handlers/node-only/cluster-access.ts'
import { nodeFetchWithCa } from '../../handlers/node-only/node-fetch-with-ca.ts'

const address = inject('controlPlane')

async function whoAmI(access: Awaited<ReturnType<typeof kubeconfigAccess>>): Promise<unknown> {
  const { authorization = '' } = await access.credentials('cached')
  const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' })
  const headers = { authorization, 'content-type': 'application/json' }
  const url = `${access.baseUrl}/apis/authentication.k8s.io/v1/selfsubjectreviews`
  const answer = await (await access.fetch(new Request(url, { method: 'POST', headers, body }))).json()
  return answer.status?.userInfo?.username
}

test('a kubeconfig reaches the API server as the user of its context', async () => {
  expect(await whoAmI(await kubeconfigAccess(address.kubeconfigPath))).toBe('admin')
  expect(await whoAmI(await kubeconfigAccess(address.kubeconfigPath, 'limited'))).toBe('limited')
})

test('a server, a token and a CA reach the API server', async () => {
  const settings = { name: 'real', server: address.server, token: { env: 'TOKEN' }, ca: address.caPath }

  expect(await whoAmI(await clusterAccess(settings, async () => address.tokens.reader, {}))).toBe('reader')
})

test('a server whose CA is not known is not spoken to', async () => {
  const fetch = nodeFetchWithCa(() => ({}))

  await expect(fetch(new Request(`${address.server}/version`))).rejects.toThrow(/certificate/)
})

test('a client certificate is shown to the server', async () => {
  const folder = dirname(address.caPath)
  const cert = readFileSync(address.caPath, 'utf8')
  const key = readFileSync(join(folder, 'apiserver.key'), 'utf8')
  const options = { cert, key, requestCert: true, rejectUnauthorized: false }
  const server = createServer(options, (request, response) => {
    const socket = request.socket as TLSSocket
    response.end(JSON.stringify(socket.getPeerCertificate().subject ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = Object(server.address()).port
  const ask = async (tls: object) =>
    (await nodeFetchWithCa(() => ({ ca: cert, ...tls }))(new Request(`https://127.0.0.1:${port}/`))).json()

  const [known, unknown] = [await ask({ cert, key }), await ask({})]
  server.close()
  server.closeAllConnections()

  expect(known).toHaveProperty('CN')
  expect(unknown).toEqual({})
})
