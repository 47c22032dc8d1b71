import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildGo } from './build-go.ts'
import { freePort, type Started, startProcess, until } from './processes.ts'

/** Where a running Gitea is: serialisable, so that test workers can be told. */
export interface GiteaAddress {
  readonly baseUrl: string
  readonly admin: GiteaAccount
  /** May read what is public, and nothing more. */
  readonly reader: GiteaAccount
}

export interface GiteaAccount {
  readonly login: string
  readonly password: string
  readonly token: string
}

export interface Gitea extends GiteaAddress {
  readonly stop: () => Promise<void>
}

const module = join(import.meta.dirname, 'gitea')
const run = promisify(execFile)

/** A real Gitea on a free loopback port and in a folder of its own; its webhooks reach loopback. */
export async function startGitea(): Promise<Gitea> {
  const binary = await buildGo({
    name: 'gitea',
    folder: module,
    flags: ['-tags', 'sqlite sqlite_unlock_notify', '-ldflags', '-s -w'],
  })
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-gitea-'))
  let web: Started | undefined
  const stop = async () => {
    await web?.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  try {
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const config = await writeConfig(folder, baseUrl)
    web = startProcess(
      'env',
      [`HOME=${folder}`, ...asRoot, binary, 'web', '-c', config],
      join(folder, 'web.log'),
    )
    await ready(web, baseUrl)
    const admin = await createAccount(binary, config, 'ada', '--admin')
    const reader = await createAccount(binary, config, 'bob')
    return { baseUrl, admin, reader, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Gitea refuses to run as root otherwise, and this machine may have no other user. */
const asRoot = ['GITEA_I_AM_BEING_UNSAFE_RUNNING_AS_ROOT=true']

async function ready(web: Started, baseUrl: string): Promise<void> {
  await until('Gitea answers', async () => {
    await web.assertRunning()
    return fetch(`${baseUrl}/api/v1/version`).then(
      (response) => response.ok,
      () => false,
    )
  })
}

async function createAccount(
  binary: string,
  config: string,
  login: string,
  ...flags: string[]
): Promise<GiteaAccount> {
  const password = randomBytes(12).toString('hex')
  const account = ['--username', login, '--password', password, '--email', `${login}@example.invalid`]
  const withToken = ['--access-token', '--access-token-scopes', 'all', '--must-change-password=false']
  const command = [binary, 'admin', 'user', 'create', '-c', config, ...account, ...withToken, ...flags]
  const { stdout } = await run('env', [...asRoot, ...command])
  const token = /\b[0-9a-f]{40}\b/.exec(stdout)?.[0]
  if (token === undefined) throw new Error(`gitea admin user create printed no token:\n${stdout}`)
  return { login, password, token }
}

async function writeConfig(folder: string, baseUrl: string): Promise<string> {
  const path = join(folder, 'app.ini')
  await mkdir(join(folder, 'work'))
  await writeFile(path, configText(folder, baseUrl, await sourceFolder()))
  return path
}

/** Templates and locales are read from the module's source. */
async function sourceFolder(): Promise<string> {
  const { stdout } = await run('go', ['list', '-m', '-f', '{{.Dir}}', 'code.gitea.io/gitea'], { cwd: module })
  return stdout.trim()
}

function configText(folder: string, baseUrl: string, sources: string): string {
  const { hostname, port } = new URL(baseUrl)
  return `
WORK_PATH = ${join(folder, 'work')}
RUN_MODE = prod
[server]
HTTP_ADDR = ${hostname}
HTTP_PORT = ${port}
ROOT_URL = ${baseUrl}/
DISABLE_SSH = true
OFFLINE_MODE = true
STATIC_ROOT_PATH = ${sources}
[database]
DB_TYPE = sqlite3
PATH = ${join(folder, 'gitea.db')}
[repository]
ROOT = ${join(folder, 'repositories')}
DEFAULT_BRANCH = main
[security]
INSTALL_LOCK = true
SECRET_KEY = ${randomBytes(32).toString('hex')}
INTERNAL_TOKEN = ${randomBytes(32).toString('hex')}
PASSWORD_HASH_ALGO = pbkdf2_v1
[service]
DISABLE_REGISTRATION = true
[webhook]
ALLOWED_HOST_LIST = loopback
[actions]
ENABLED = false
[packages]
ENABLED = false
[cron]
ENABLED = false
[indexer]
ISSUE_INDEXER_TYPE = db
[log]
MODE = console
LEVEL = Warn
`
}
