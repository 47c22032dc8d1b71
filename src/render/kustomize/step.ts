import { type ConfiguredBy, type Trace, traceTransformer } from './build-metadata.ts'
import type { ResourceSet } from './resource-set.ts'

/** Changes the objects of a layer. Throws `RenderError`. */
export type Transformer = (resources: ResourceSet) => void

/** A transformer with its config, and where that stands. */
export interface Step {
  readonly by: ConfiguredBy
  readonly run: Transformer
}

export function runSteps(steps: readonly Step[], resources: ResourceSet, trace: Trace | undefined): void {
  for (const { by, run } of steps) {
    run(resources)
    traceTransformer(by, resources, trace)
  }
}
