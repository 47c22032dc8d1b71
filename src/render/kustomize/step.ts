import type { ConfiguredBy } from './resource.ts'
import type { ResourceSet } from './resource-set.ts'

/** Changes the objects of a layer. Throws `RenderError`. */
export type Transformer = (resources: ResourceSet) => void

/** A transformer with its config, and where that stands. */
export interface Step {
  readonly by: ConfiguredBy
  readonly run: Transformer
}

/** Every object keeps the steps that it went through. */
export function runSteps(steps: readonly Step[], resources: ResourceSet): void {
  if (steps.length === 0) return
  for (const { run } of steps) run(resources)
  const by = steps.map((step) => step.by)
  resources.update((resource) => ({
    ...resource,
    transformedBy: resource.transformedBy.length === 0 ? by : [...resource.transformedBy, ...by],
  }))
}
