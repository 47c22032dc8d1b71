import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryTree } from '../../src/git/memory-tree.ts'
import type { Manifest } from '../../src/kube/manifest.ts'
import { renderApp } from '../../src/render/render-app.ts'
import { aCommit, applicationAt } from './render-files.ts'

const root = join(import.meta.dirname, '../..')

/** What `deploy/observe` or `deploy/sync` renders to. */
export async function shipped(which: 'observe' | 'sync'): Promise<readonly Manifest[]> {
  const files = Object.fromEntries(
    readdirSync(join(root, 'deploy'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.yaml'))
      .map((path) => [`deploy/${path}`, readFileSync(join(root, 'deploy', path), 'utf8')]),
  )
  const source = applicationAt({ path: `deploy/${which}` })
  const { manifests } = await renderApp(source, aCommit(), memoryTree(files))
  return manifests.map(({ manifest }) => manifest)
}
