import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { expect, inject, onTestFinished, test } from 'vitest'
import { clusterAccess, kubeconfigAccess } from '../../handlers/node-only/cluster-access.ts'
import { nodeFetchWithCa } from '../../handlers/node-only/node-fetch-with-ca.ts'
import { createApiServer } from '../../src/cluster/api-server/api-server.ts'
import { maskerOf } from '../../src/kube/masking.ts'
import { createServiceAccount, createToken } from './service-account.ts'

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

test('in a pod the service account reaches the API server, also with the token that replaces its first one', async () => {
  const name = `pod-${randomBytes(3).toString('hex')}`
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-account-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const mount = (file: string, text: string) => writeFile(join(folder, file), text)
  await mount('ca.crt', readFileSync(address.caPath, 'utf8'))
  await mount('token', (await createServiceAccount(address, name)).token)
  const { hostname, port } = new URL(address.server)
  const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port }
  const access = await clusterAccess({ name: 'here' }, async () => '', env, folder)
  const account = `system:serviceaccount:default:${name}`

  expect(await whoAmI(access)).toBe(account)
  await mount('token', 'outdated')
  expect(await whoAmI(access)).toBeUndefined()
  await mount('token', `${await createToken(address, name)}\n`)
  expect(await whoAmI(access)).toBe(account)
})

test('through an HTTPS proxy with a path prefix a token reaches the API server, which is read, listed and written', async () => {
  const folder = dirname(address.caPath)
  const ca = readFileSync(address.caPath, 'utf8')
  const tls = { cert: ca, key: readFileSync(join(folder, 'apiserver.key'), 'utf8') }
  const asked: string[] = []
  const proxy = createServer(tls, (request, response) => {
    const url = request.url ?? ''
    asked.push(url)
    if (!url.startsWith('/clusters/prod/')) return response.writeHead(404).end('no such cluster')
    const path = url.slice('/clusters/prod'.length)
    const onward = httpsRequest(`${address.server}${path}`, {
      ca,
      method: request.method,
      headers: request.headers,
    })
    onward.on('response', (answer) =>
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
    )
    return request.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  const server = `https://127.0.0.1:${Object(proxy.address()).port}/clusters/prod/`
  const settings = { name: 'prod', server, token: { env: 'TOKEN' }, ca: address.caPath }
  const access = await clusterAccess(settings, async () => address.tokens.admin, {})
  const cluster = createApiServer({
    name: 'prod',
    ...access,
    mask: maskerOf(new Uint8Array(32)),
    now: () => performance.now(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    random: Math.random,
  })
  const name = `proxied-${randomBytes(3).toString('hex')}`
  const place = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' } as const
  const manifest = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'default' },
    data: { a: '1' },
  }

  expect(await whoAmI(access)).toBe('admin')
  await cluster.send({ verb: 'create', ...place, body: manifest })
  expect(await cluster.send({ verb: 'get', ...place, name })).toMatchObject({ data: { a: '1' } })
  expect(await cluster.send({ verb: 'list', ...place, options: { limit: 1 } })).toHaveProperty('items')
  await cluster.send({ verb: 'delete', ...place, name })
  expect(await cluster.openApi('apps', 'v1')).toHaveProperty(['io.k8s.api.apps.v1.Deployment'])
  expect(asked.every((url) => url.startsWith('/clusters/prod/'))).toBe(true)
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
