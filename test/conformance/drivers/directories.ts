import assert from 'node:assert/strict'
import type { ApplicationSource } from '../../../src/apps/application.ts'
import type { CommitSha } from '../../../src/git/commit.ts'
import { memoryTree } from '../../../src/git/memory-tree.ts'
import { renderApp } from '../../../src/render/render-app.ts'
import { RenderError } from '../../../src/render/render-error.ts'
import { detectSourceKind } from '../../../src/render/source-kind.ts'
import { anApplication } from '../../support/applications.ts'
import { type Drivers, expectOf, inputOf, type Row, withoutDriver } from '../row.ts'

/** What is rendered of an application's directory, and how. */
export const directoryDrivers: Drivers = {
  'app-dir': sourceType,
  'directory-extension': extension,
  'directory-include': include,
}

interface Files {
  readonly [path: string]: string
}

/** Files that change the application's source are refused, whatever else is there. */
async function sourceType(row: Row): Promise<typeof withoutDriver | undefined> {
  const { files } = inputOf<{ files: Files }>(row)
  if (Object.keys(files).some((path) => path.startsWith('.argocd-source'))) return withoutDriver
  assert.equal(await sourceTypeOf(files), expectOf<{ sourceType: string }>(row).sourceType)
  return undefined
}

/** A chart is known for what it is, and refused. */
async function sourceTypeOf(files: Files): Promise<string> {
  try {
    const kind = await detectSourceKind(atRoot(), memoryTree(files))
    return kind === 'kustomize' ? 'Kustomize' : 'Directory'
  } catch (error) {
    if (error instanceof RenderError && /Helm charts? /.test(error.message)) return 'Helm'
    throw error
  }
}

function atRoot(directory?: ApplicationSource['directory']) {
  const source = { repoURL: 'https://forge.example.com/team/config.git', path: '', targetRevision: 'main' }
  return anApplication({ source: directory === undefined ? source : { ...source, directory } })
}

interface Extension {
  readonly fileName: string
  readonly include?: string
  readonly exclude?: string
  readonly disableExtensionFilter?: boolean
}

async function extension(row: Row): Promise<typeof withoutDriver | undefined> {
  const { fileName, disableExtensionFilter = false, ...globs } = inputOf<Extension>(row)
  if (disableExtensionFilter) return withoutDriver
  const { include, exclude } = globs
  if (fileName.endsWith('.jsonnet')) return withoutDriver
  const names = await namesIn(
    { [fileName]: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: found}\n' },
    { recurse: false, ...(include && { include }), ...(exclude && { exclude }) },
  )
  assert.equal(names.length > 0, expectOf<{ expectValid: boolean }>(row).expectValid)
  return undefined
}

async function include(row: Row): Promise<void> {
  const { directory, files } = inputOf<{ directory: Required<ApplicationSource>['directory']; files: Files }>(
    row,
  )
  const { names } = expectOf<{ names: readonly string[] }>(row)
  assert.deepEqual(new Set(await namesIn(files, directory)), new Set(names))
}

async function namesIn(
  files: Files,
  directory: ApplicationSource['directory'],
): Promise<readonly (string | undefined)[]> {
  const repository = { host: 'forge', owner: 'team', name: 'config' }
  const commit = { repository, sha: '0'.repeat(40) as CommitSha }
  const { manifests } = await renderApp(atRoot(directory), commit, memoryTree(files))
  return manifests.map(({ manifest }) => manifest.metadata.name)
}
