import { fail } from '../render-error.ts'
import { readApiDocument } from './api-document.ts'
import type { Kustomization } from './kustomization.ts'
import type { SourceFiles } from './source-files.ts'

const builtInVersion = 'v1.21.2'

/** Makes the `openapi` of a kustomization the build's, unless one before it is. */
export async function chooseApiSchema(kustomization: Kustomization, files: SourceFiles): Promise<void> {
  const { path, version } = kustomization.openapi
  const found = path && (await files.readBeside(kustomization, path))
  if (files.schema.isChosen) return
  if (path !== undefined && found !== undefined) {
    if (version)
      fail(version.place, 'builtin version and custom schema provided, cannot use both; remove one')
    files.schema.choose(() => readApiDocument(found.text, found.path))
  } else if (version !== undefined && version.text !== '') {
    if (version.text !== builtInVersion) {
      fail(version.place, `the specified OpenAPI version is not built in; use ${builtInVersion}, or path`)
    }
    files.schema.choose('built-in')
  }
}
