import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildGo } from './build-go.ts'
import { freePort, type Started, startProcess, until } from './processes.ts'

/** Where a running control plane is: serialisable, so that test workers can be told. */
export interface ControlPlaneAddress {
  readonly server: string
  /** `admin` may do everything; the others nothing until a test binds a role to them. */
  readonly tokens: Readonly<Record<UserName, string>>
  readonly caPath: string
  /** Contexts are named as the users; the current one is `admin`. */
  readonly kubeconfigPath: string
  readonly etcd: string
}

export interface ControlPlane extends ControlPlaneAddress {
  readonly stop: () => Promise<void>
}

export type UserName = 'admin' | 'limited' | 'reader'

const users: readonly UserName[] = ['admin', 'limited', 'reader']

interface ControlPlaneWish {
  /** Without them nothing but requests changes an object. */
  readonly hasControllers?: boolean
  /** Alpha and beta kinds too. */
  readonly servesAll?: boolean
  /** Further flags of the controller manager. */
  readonly controllerFlags?: readonly string[]
}

/** etcd, kube-apiserver and kube-controller-manager, real, on free loopback ports and in a folder of their own. */
export async function startControlPlane(wish: ControlPlaneWish = {}): Promise<ControlPlane> {
  const binary = await controlPlaneBinary()
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-kube-'))
  const started: Started[] = []
  const stop = async () => {
    for (const one of started.toReversed()) await one.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return { ...(await startIn(folder, binary, started, wish)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** One binary for all of them, and for kubectl: its first word says which. */
export function controlPlaneBinary(): Promise<string> {
  return buildGo({
    name: 'controlplane',
    folder: join(import.meta.dirname, 'kube'),
    flags: ['-ldflags', '-s -w -X k8s.io/component-base/version.gitVersion=v1.36.3'],
  })
}

async function startIn(
  folder: string,
  binary: string,
  started: Started[],
  { hasControllers = true, servesAll = false, controllerFlags = [] }: ControlPlaneWish,
): Promise<ControlPlaneAddress> {
  const run = (component: string, ...args: string[]) => {
    const one = startProcess(binary, [component, ...args], join(folder, `${component}.log`))
    started.push(one)
    return one
  }
  const etcd = `http://127.0.0.1:${await freePort()}`
  const port = await freePort()
  const tokens = await writeCredentials(folder)
  run('etcd', join(folder, 'etcd'), etcd)
  const apiserver = run(
    'kube-apiserver',
    ...apiServerFlags(folder, etcd, port),
    ...(servesAll ? everything : []),
  )
  const caPath = join(folder, 'certs', 'apiserver.crt')
  const server = `https://127.0.0.1:${port}`
  await until('kube-apiserver is ready', async () => {
    await apiserver.assertRunning()
    return isReady(`${server}/readyz`, caPath, tokens.admin)
  })
  const kubeconfigPath = join(folder, 'kubeconfig.json')
  await writeFile(kubeconfigPath, JSON.stringify(kubeconfig(server, caPath, tokens), null, 2))
  if (hasControllers) {
    const flags = controllerManagerFlags(folder, kubeconfigPath, await freePort())
    run('kube-controller-manager', ...flags, ...controllerFlags)
  }
  return { server, tokens, caPath, kubeconfigPath, etcd }
}

async function writeCredentials(folder: string): Promise<Record<UserName, string>> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(join(folder, 'sa.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }))
  const rows = users.map(
    (user) => `${user}-token,${user},${user}${user === 'admin' ? ',system:masters' : ''}`,
  )
  await writeFile(join(folder, 'tokens.csv'), `${rows.join('\n')}\n`)
  return { admin: 'admin-token', limited: 'limited-token', reader: 'reader-token' }
}

function apiServerFlags(folder: string, etcd: string, port: number): readonly string[] {
  return [
    `--etcd-servers=${etcd}`,
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    '--endpoint-reconciler-type=none',
    `--cert-dir=${join(folder, 'certs')}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-signing-key-file=${join(folder, 'sa.key')}`,
    `--service-account-key-file=${join(folder, 'sa.key')}`,
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
    '--authorization-mode=RBAC',
    '--service-cluster-ip-range=10.0.0.0/16',
    '--disable-admission-plugins=ServiceAccount',
  ]
}

/** https://github.com/kubernetes/kubernetes/blob/v1.36.3/hack/update-openapi-spec.sh */
const everything: readonly string[] = [
  '--runtime-config=api/all=true',
  '--feature-gates=AllAlpha=true,AllBeta=true',
]

function controllerManagerFlags(folder: string, kubeconfigPath: string, port: number): readonly string[] {
  return [
    `--kubeconfig=${kubeconfigPath}`,
    '--leader-elect=false',
    `--service-account-private-key-file=${join(folder, 'sa.key')}`,
    '--use-service-account-credentials=false',
    '--controllers=*,-nodeipam,-nodelifecycle,-cloud-node-lifecycle,-service-lb-controller',
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
  ]
}

function kubeconfig(server: string, caPath: string, tokens: Readonly<Record<UserName, string>>): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'real', cluster: { server, 'certificate-authority': caPath } }],
    users: users.map((name) => ({ name, user: { token: tokens[name] } })),
    contexts: users.map((name) => ({ name, context: { cluster: 'real', user: name } })),
    'current-context': 'admin',
  }
}

async function isReady(url: string, caPath: string, token: string): Promise<boolean> {
  const ca = await readFile(caPath).catch(() => undefined)
  if (ca === undefined) return false
  return new Promise((resolve) => {
    const request = get(url, { ca, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('error', () => resolve(false))
  })
}
