import type { Application, ApplicationSource } from '../../src/apps/application.ts'
import type { Commit } from '../../src/git/commit.ts'
import { memoryTree } from '../../src/git/memory-tree.ts'
import { renderApp } from '../../src/render/render-app.ts'
import type { RenderLimits } from '../../src/render/render-budget.ts'
import { RenderError } from '../../src/render/render-error.ts'
import type { RenderedApp } from '../../src/render/rendered-app.ts'
import { anApplication } from './applications.ts'
import { aSha } from './builders.ts'

export type Files = { readonly [path: string]: string }

/** Renders the root of the files, or the path that the source names. */
export function renderFiles(
  files: Files,
  source: Partial<ApplicationSource> = {},
  limits: Partial<RenderLimits> = {},
): Promise<RenderedApp> {
  return renderApp(applicationAt(source), aCommit(), memoryTree(files), limits)
}

export function applicationAt(source: Partial<ApplicationSource>): Application {
  const application = anApplication()
  return { ...application, source: { ...application.source, path: '', ...source } }
}

export function aCommit(): Commit {
  return { repository: { host: 'forge', owner: 'team', name: 'config' }, sha: aSha('seed') }
}

/** The error with which files cannot be rendered. */
export async function renderErrorOf(
  files: Files,
  source: Partial<ApplicationSource> = {},
): Promise<RenderError> {
  try {
    await renderFiles(files, source)
  } catch (error) {
    if (error instanceof RenderError) return error
    throw error
  }
  throw new Error('it was rendered')
}
