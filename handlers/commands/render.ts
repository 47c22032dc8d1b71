import { createSourceReading } from '../../src/engine/source-reading.ts'
import { printManifests } from '../../src/render/print.ts'
import { renderApp } from '../../src/render/render-app.ts'
import { onlyOne } from '../node-only/command-line.ts'
import { directoryApp } from '../node-only/directory.ts'
import { print, quietPorts } from '../node-only/terminal.ts'
import type { Command } from './command.ts'

export const renderCommand: Command = {
  name: 'render',
  usage: [['render DIR', 'print what DIR renders to']],
  details:
    'DIR is rendered as an application would be: as a kustomization where it holds one, else as a folder of manifests.\nNo cluster is asked.',
  options: [],
  run: ({ rest }) => render(onlyOne(rest, 'render takes one folder')),
}

async function render(directory: string): ReturnType<Command['run']> {
  const { settings, application } = directoryApp(directory, { namespace: '', kubeconfig: '' })
  const { ports } = await quietPorts({ ...settings, clusters: [] })
  const reading = createSourceReading(ports)
  const commit = await reading.commit(application.declaredAt.repository, 'HEAD')
  const { manifests } = await renderApp(application, commit, await reading.tree(commit))
  return print(printManifests(manifests))
}
