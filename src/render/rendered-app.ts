import type { Application } from '../apps/application.ts'
import type { Commit } from '../git/commit.ts'
import type { Inputs } from '../git/inputs.ts'
import type { Manifest, Origin } from '../kube/manifest.ts'

/** One manifest with the file it came from. */
export interface RenderedManifest {
  readonly manifest: Manifest
  readonly origin: Origin
}

/**
 * Value 4 of the pipe: what an application's source says at one commit, in the order the renderer gives.
 * It may hold secrets and is cached nowhere but in memory. Namespaces are not yet those of the destination.
 */
export interface RenderedApp {
  readonly application: Application
  readonly commit: Commit
  readonly manifests: readonly RenderedManifest[]
  readonly inputs: Inputs
  /** What the renderer tells beside the manifests, one line each: deprecated fields, vars that stand nowhere. */
  readonly warnings: readonly string[]
}
