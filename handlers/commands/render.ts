import { createSourceReading } from '../../src/engine/source-reading.ts'
import { createLocalHost } from '../../src/githost/local/local-host.ts'
import { createObjectCache } from '../../src/githost/object-cache.ts'
import { formatKey, groupOf } from '../../src/kube/object-key.ts'
import { printObjects } from '../../src/render/go-yaml/print-yaml.ts'
import { renderApp } from '../../src/render/render-app.ts'
import type { RenderedManifest } from '../../src/render/rendered-app.ts'
import { onlyOne } from '../node-only/command-line.ts'
import { directoryApp } from '../node-only/directory.ts'
import { localFiles } from '../node-only/local-files.ts'
import type { Command } from './command.ts'
import { inDirectory } from './in-directory.ts'

export const renderCommand: Command = {
  name: 'render',
  usage: [['render DIR', 'print what DIR renders to']],
  details:
    'DIR is rendered as an application would be: as a kustomization where it holds one, else as a folder of manifests.\nNo cluster is asked. Exit code 2: it cannot be rendered, or declares an object twice.',
  options: [],
  run: ({ rest }) => render(onlyOne(rest, 'render takes one folder')),
}

async function render(directory: string): ReturnType<Command['run']> {
  const app = directoryApp(directory, { namespace: '', kubeconfig: '' })
  const host = createLocalHost('local', localFiles(app.root.repository))
  const reading = createSourceReading({ host: () => host, objects: createObjectCache() })
  const { manifests } = await inDirectory(app, reading, renderApp)
  process.stdout.write(printObjects(manifests.map(({ manifest }) => manifest)))
  const repeated = repeatedObjects(manifests)
  for (const line of repeated) process.stderr.write(`plumbline: ${line}\n`)
  return repeated.length > 0 ? 2 : 0
}

/** Objects that are there more than once, which a sync refuses; one line each. */
export function repeatedObjects(manifests: readonly RenderedManifest[]): readonly string[] {
  const places = new Map<string, string[]>()
  for (const { manifest, origin } of manifests) {
    const { name, namespace = '' } = manifest.metadata
    if (name === undefined) continue
    const key = formatKey({ group: groupOf(manifest.apiVersion), kind: manifest.kind, namespace, name })
    places.set(key, [...(places.get(key) ?? []), `${origin.path}:${origin.line}`])
  }
  return [...places].flatMap(([key, at]) =>
    at.length < 2
      ? []
      : [`${key} is declared ${at.length} times (${at.join(', ')}); keep one, a sync refuses them`],
  )
}
