// Records what a real kube-apiserver answers to the conversations in exchanges/: starts etcd and the API server without
// any controller, so that nothing but the server itself answers. Usage: node test/sandbox/api-server/record-real.mjs
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runnerImport } from 'vite'

process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
const load = async (path) => (await runnerImport(join(import.meta.dirname, path))).module
const { controlPlaneBinary } = await load('../../real/control-plane.ts')
const { freePort, startProcess, until } = await load('../../real/processes.ts')
const { readSteps, runSteps } = await load('exchange.ts')
const { normalise } = await load('normalise.ts')

const binary = await controlPlaneBinary()
const folder = mkdtempSync(join(tmpdir(), 'plumbline-record-'))
const started = []
try {
  await record(await start())
} finally {
  for (const one of started.toReversed()) await one.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function start() {
  mkdirSync(join(folder, 'certs'))
  execFileSync('openssl', ['genrsa', '-traditional', '-out', join(folder, 'sa.key'), '2048'], {
    stdio: 'ignore',
  })
  const users = [
    'admin-token,admin,admin,system:masters',
    'limited-token,limited,limited',
    'reader-token,reader,reader',
  ]
  writeFileSync(join(folder, 'tokens.csv'), `${users.join('\n')}\n`)
  const etcd = `http://127.0.0.1:${await freePort()}`
  const server = `https://127.0.0.1:${await freePort()}`
  run('etcd', join(folder, 'etcd'), etcd)
  run('kube-apiserver', ...flags(etcd, new URL(server).port))
  const headers = { authorization: 'Bearer admin-token' }
  const answers = async (path) =>
    (await fetch(server + path, { headers }).catch(() => undefined))?.ok ?? false
  await until('the API server is ready', () => answers('/readyz'))
  await until('it has its own namespaces', () => answers('/api/v1/namespaces/kube-system'))
  return { server, etcd }
}

function run(component, ...args) {
  started.push(startProcess(binary, [component, ...args], join(folder, `${component}.log`)))
}

/** Without snapshots in the watch cache a list is as old as etcd's history. */
function flags(etcd, port) {
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
    '--feature-gates=ListFromCacheSnapshot=false',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--disable-admission-plugins=ServiceAccount',
  ]
}

async function record({ server, etcd }) {
  const exchanges = join(import.meta.dirname, 'exchanges')
  const partner = { server, fetch: (request) => fetch(request), forget: () => compact(etcd) }
  for (const file of readdirSync(exchanges).filter((name) => name.endsWith('.yaml'))) {
    const steps = readSteps(readFileSync(join(exchanges, file), 'utf8'), file)
    const answers = normalise(await runSteps(steps, partner))
    const out = join(exchanges, file.replace(/\.yaml$/, '.generated.json'))
    writeFileSync(out, `${JSON.stringify(answers, null, 1)}\n`)
    console.log(`${file}: ${answers.length} answers`)
  }
}

async function compact(etcd) {
  const post = async (path, body) =>
    (await fetch(etcd + path, { method: 'POST', body: JSON.stringify(body) })).json()
  const { header } = await post('/v3/kv/range', { key: 'AA==' })
  await post('/v3/kv/compaction', { revision: header.revision, physical: true })
}
