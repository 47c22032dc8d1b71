import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clusterAccess, kubeconfigAccess } from '../../handlers/node-only/cluster-access.ts'
import { nodeFetchWithCa, type TlsMaterial } from '../../handlers/node-only/node-fetch-with-ca.ts'
import { type Authority, canMakeCertificates, makeAuthority } from './certificates.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

describe.skipIf(!canMakeCertificates())('with certificates, which openssl makes here', () => {
  let ours: Authority
  let theirs: Authority
  let folder: string
  const held: (() => void)[] = []
  beforeAll(() => {
    ours = makeAuthority()
    theirs = makeAuthority()
    folder = mkdtempSync(join(tmpdir(), 'plumbline-tls-'))
  })
  afterAll(() => {
    ours.remove()
    theirs.remove()
    rmSync(folder, { recursive: true })
  })

  /** An HTTPS server that answers with the common name of whoever asks, to `/held` when it is released. */
  async function served(names: string): Promise<string> {
    const server = createServer({
      ...ours.issue('server', names),
      ca: ours.ca,
      requestCert: true,
      rejectUnauthorized: false,
    })
    server.on('request', (request, response) => {
      const socket = request.socket as TLSSocket
      const who = socket.authorized ? String(socket.getPeerCertificate().subject.CN) : 'anonymous'
      if (request.url === '/held') held.push(() => response.end(who))
      else response.end(who)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        }),
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no address')
    return `https://127.0.0.1:${address.port}`
  }

  async function asked(url: string, material: TlsMaterial): Promise<string> {
    return (await nodeFetchWithCa(() => material)(new Request(url))).text()
  }

  test('a server with a certificate of our own authority is trusted by that authority alone', async () => {
    const url = await served('IP:127.0.0.1')

    expect(await asked(url, { ca: ours.ca })).toBe('anonymous')
    await expect(asked(url, { ca: theirs.ca })).rejects.toThrow(/certificate|signature/)
    await expect(asked(url, {})).rejects.toThrow(/certificate/)
    expect(await asked(url, { rejectUnauthorized: false })).toBe('anonymous')
  })

  test('a certificate for another name is refused, unless that name was asked for', async () => {
    const url = await served('DNS:kube.test')

    await expect(asked(url, { ca: ours.ca })).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    expect(await asked(url, { ca: ours.ca, serverName: 'kube.test' })).toBe('anonymous')
  })

  test('a client certificate says who asks', async () => {
    const url = await served('IP:127.0.0.1')

    expect(await asked(url, { ca: ours.ca, ...ours.issue('robot') })).toBe('robot')
    expect(await asked(url, { ca: ours.ca, ...theirs.issue('robot') })).toBe('anonymous')
  })

  test('an authority that changes is noticed with the next request', async () => {
    let material: TlsMaterial = { ca: theirs.ca }
    const url = await served('IP:127.0.0.1')
    const fetch = nodeFetchWithCa(() => material)

    await expect(fetch(new Request(url))).rejects.toThrow()
    material = { ca: ours.ca }
    const answer = await fetch(new Request(url))

    expect(await answer.text()).toBe('anonymous')
  })

  test('a request that is under way while the material changes still ends', async () => {
    const url = await served('IP:127.0.0.1')
    let material: TlsMaterial = { ca: ours.ca }
    const fetch = nodeFetchWithCa(() => material)

    const before = fetch(new Request(`${url}/held`))
    await expect.poll(() => held.length).toBe(1)
    material = { ca: ours.ca, ...ours.issue('robot') }
    const after = await fetch(new Request(url))
    for (const release of held.splice(0)) release()

    expect([await (await before).text(), await after.text()]).toEqual(['anonymous', 'robot'])
  })

  test('a request that is under way ends when all is over, and leaves the others alone', async () => {
    const url = await served('IP:127.0.0.1')
    const fetch = nodeFetchWithCa(() => ({ ca: ours.ca }))
    const over = new AbortController()

    const ended = fetch(new Request(`${url}/held`, { method: 'POST', body: 'much' }), over.signal)
    const other = fetch(new Request(`${url}/held`))
    await expect.poll(() => held.length).toBe(2)
    over.abort()
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' })
    for (const release of held.splice(0)) release()

    expect(await (await other).text()).toBe('anonymous')
    await expect(fetch(new Request(url), over.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a kubeconfig names its certificates beside itself or holds them', async () => {
    const url = await served('IP:127.0.0.1')
    const { cert, key } = ours.issue('robot')
    const base64 = (pem: string): string => Buffer.from(pem).toString('base64')
    writeFileSync(join(folder, 'ca.crt'), ours.ca)
    writeFileSync(join(folder, 'robot.crt'), cert)
    writeFileSync(join(folder, 'robot.key'), key)
    const beside = kubeconfig(
      'beside',
      { server: url, 'certificate-authority': 'ca.crt' },
      { 'client-certificate': 'robot.crt', 'client-key': join(folder, 'robot.key') },
    )
    const within = kubeconfig(
      'within',
      { server: url, 'certificate-authority-data': base64(ours.ca) },
      { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) },
    )

    for (const path of [beside, within]) {
      const { baseUrl, fetch } = await kubeconfigAccess(path)
      expect(await (await fetch(new Request(baseUrl))).text()).toBe('robot')
    }
  })

  test('the CA of the settings is the one that a server is held against', async () => {
    const path = join(folder, 'settings-ca.crt')
    writeFileSync(path, ours.ca)
    const settings = { name: 'prod', server: await served('IP:127.0.0.1'), ca: path }

    const { baseUrl, fetch } = await clusterAccess(settings, async () => '', {})

    expect(await (await fetch(new Request(baseUrl))).text()).toBe('anonymous')
    writeFileSync(path, theirs.ca)
    await expect(fetch(new Request(baseUrl))).rejects.toThrow()
  })

  function kubeconfig(name: string, cluster: object, user: object): string {
    const path = join(folder, `${name}.json`)
    const config = {
      clusters: [{ name: 'prod', cluster }],
      users: [{ name: 'robot', user }],
      contexts: [{ name: 'main', context: { cluster: 'prod', user: 'robot' } }],
      'current-context': 'main',
    }
    writeFileSync(path, JSON.stringify(config))
    return path
  }
})
