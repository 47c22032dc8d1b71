import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Serving, serve } from '../../handlers/node.ts'
import { controlPlaneBinary } from './control-plane.ts'
import { freePort } from './processes.ts'

const secretsMount = '/etc/plumbline-secrets'
const serviceAccount = 'system:serviceaccount:plumbline:plumbline'

/** The administrator's kubectl, and what a kubelet would make of the Deployment that it applied: there is no real one. */
export interface Deployed {
  /** To be put before `PATH`: it holds a `kubectl`. */
  readonly bin: string
  kubectl(...words: readonly string[]): Promise<string>
  /** Whether the account of Plumbline may: `can('list', 'secrets')`. */
  can(verb: string, resource: string, namespace?: string): Promise<boolean>
  /** One replica: the handler with the settings, secrets and account that are in the cluster. */
  startReplica(): Promise<Serving>
  close(): Promise<void>
}

export async function openDeployed(): Promise<Deployed> {
  const { kubeconfigPath, server, caPath } = inject('controlPlane')
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-deployed-'))
  const binary = await controlPlaneBinary()
  const command = join(folder, 'kubectl')
  await writeFile(command, `#!/bin/sh\nexec ${binary} kubectl --kubeconfig ${kubeconfigPath} "$@"\n`)
  await chmod(command, 0o755)
  const replicas: Serving[] = []

  const kubectl = (...words: readonly string[]) =>
    new Promise<string>((resolve, reject) =>
      execFile(command, words, { env: { HOME: folder, PATH: process.env.PATH } }, (error, out, err) =>
        error === null ? resolve(out) : reject(new Error(`kubectl ${words.join(' ')}: ${err}`)),
      ),
    )
  const mount = (name: string, text: string) => writeFile(join(folder, name), text)
  const inNamespace = (...words: readonly string[]) => kubectl('-n', 'plumbline', ...words)

  return {
    bin: folder,
    kubectl,
    async can(verb, resource, namespace = 'default') {
      const question = ['auth', 'can-i', verb, resource, '-n', namespace, '--as', serviceAccount]
      return (await kubectl(...question).catch((error: Error) => error.message)).trim() === 'yes'
    },
    async startReplica() {
      const pod = JSON.parse(await inNamespace('get', 'deployment', 'plumbline', '-o', 'json')).spec.template
        .spec
      const [settings, secrets] = pod.volumes
      const config = JSON.parse(await inNamespace('get', 'configmap', settings.configMap.name, '-o', 'json'))
      const secret = JSON.parse(await inNamespace('get', 'secret', secrets.secret.secretName, '-o', 'json'))
      for (const [name, value] of Object.entries<string>(secret.data))
        await mount(name, Buffer.from(value, 'base64').toString())
      await mount('token', (await inNamespace('create', 'token', pod.serviceAccountName)).trim())
      await mount('ca.crt', await readFile(caPath, 'utf8'))
      const { hostname, port } = new URL(server)
      const replica = await serve({
        hostname: '127.0.0.1',
        port: await freePort(),
        serviceAccount: folder,
        log: () => {},
        env: {
          PLUMBLINE_SETTINGS: config.data['plumbline.yaml'].replaceAll(secretsMount, folder),
          KUBERNETES_SERVICE_HOST: hostname,
          KUBERNETES_SERVICE_PORT: port,
        },
      })
      replicas.push(replica)
      return replica
    },
    async close() {
      for (const replica of replicas) await replica.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
