import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getOwn, isJsonObject, type Json } from '../../src/kube/json.ts'
import { renderFiles } from '../support/render-files.ts'

const folder = 'fixtures/config'

function configFiles(): { [path: string]: string } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
}

function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (found, key) => (isJsonObject(found) ? getOwn(found, key) : undefined),
    value,
  )
}

test('every application of the config repository renders', async () => {
  const files = configFiles()
  const root = await renderFiles(files, { path: 'root' })
  const names: Json[] = []

  for (const { manifest } of root.manifests) {
    const source = at(manifest, 'spec', 'source')
    const path = at(source, 'path')
    const rendered = await renderFiles(files, { path: typeof path === 'string' ? path : 'no path' })

    expect(at(source, 'repoURL')).toBe('https://git.example.com/platform/config.git')
    names.push([
      String(manifest.metadata.name),
      ...rendered.manifests.map(({ manifest: { kind } }) => kind).sort(),
    ])
  }

  expect(names).toEqual([
    ['jobs', 'CronJob', 'Deployment', 'Job', 'Job'],
    [
      'platform',
      'ClusterRole',
      'ClusterRoleBinding',
      'ConfigMap',
      'DaemonSet',
      'Deployment',
      'Service',
      'ServiceAccount',
    ],
    ['web', 'ConfigMap', 'Deployment', 'Job', 'Job', 'PodDisruptionBudget', 'Service', 'ServiceAccount'],
  ])
})

test('the image of the web application is set in its overlay, for its hooks too', async () => {
  const rendered = await renderFiles(configFiles(), { path: 'apps/web/overlays/production' })

  const images = rendered.manifests.flatMap(
    ({ manifest }) => JSON.stringify(manifest).match(/"image":"[^"]*"/g) ?? [],
  )

  expect(images).toEqual(Array.from({ length: 3 }, () => '"image":"registry.example/web:3.9"'))
})
