import type { Application } from '../apps/application.ts'
import type { Commit } from '../git/commit.ts'
import { inputsDiffer } from '../git/inputs-differ.ts'
import { formatRepository } from '../git/repository.ts'
import type { SourceTree } from '../git/source-tree.ts'
import { renderApp } from '../render/render-app.ts'
import type { RenderLimits } from '../render/render-budget.ts'
import type { RenderedApp } from '../render/rendered-app.ts'
import { type Pause, pausingTree } from './pause.ts'

/** Renders kept in the memory of one instance, never anywhere else: they may hold secrets. */
export interface RenderCache {
  /** Whether there was a render of the application, at any commit. */
  has(application: Application, commit: Commit): boolean
  /** The render of an application at a commit; made anew only when what it read has changed. */
  render(application: Application, commit: Commit, tree: SourceTree): Promise<RenderedApp>
}

export interface RenderCacheOptions {
  /** What was not asked for longest is forgotten when there are more. */
  readonly most?: number
  /** Of each render; those of Node unless given. */
  readonly limits?: Partial<RenderLimits>
  readonly pause?: Pause
}

export function createRenderCache({ most = 2000, limits = {}, pause }: RenderCacheOptions = {}): RenderCache {
  const renders = new Map<string, RenderedApp>()
  return {
    has: (application, commit) => renders.has(keyOf(application, commit)),
    async render(application, commit, tree) {
      const key = keyOf(application, commit)
      const kept = renders.get(key)
      const rendered =
        kept !== undefined && (kept.commit.sha === commit.sha || !(await inputsDiffer(kept.inputs, tree)))
          ? { ...kept, application, commit }
          : await renderApp(application, commit, pause ? pausingTree(tree, pause) : tree, limits)
      renders.delete(key)
      renders.set(key, rendered)
      for (const oldest of renders.keys()) {
        if (renders.size <= most) break
        renders.delete(oldest)
      }
      return rendered
    },
  }
}

function keyOf({ source, name }: Application, { repository }: Commit): string {
  return JSON.stringify([formatRepository(repository), source, name])
}
