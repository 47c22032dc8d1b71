import { fail, type Place } from '../render-error.ts'
import { type Resource, reidentified } from './resource.ts'
import { formatId } from './resource-id.ts'
import { ResourceSet } from './resource-set.ts'
import { emptyConfig, mergeConfigs, type TransformerConfig } from './transformer-config.ts'
import { mergeVars, type Vars } from './vars.ts'

/** What a kustomization has gathered so far, and what of it reaches its parents. */
export interface Accumulated {
  /** Changed in place, by one step after the other. */
  readonly resources: ResourceSet
  readonly config: TransformerConfig
  readonly vars: Vars
}

export function nothing(): Accumulated {
  return { resources: new ResourceSet(), config: emptyConfig, vars: new Map() }
}

/** Throws `RenderError` at `place` when both hold an object of the same id, or a var of the same name. */
export function mergeAccumulated(into: Accumulated, child: Accumulated, place: Place): Accumulated {
  appendAll(into.resources, child.resources.list(), place)
  return {
    resources: into.resources,
    config: mergeConfigs(into.config, child.config, place),
    vars: mergeVars(into.vars, child.vars.values(), place),
  }
}

/** After the build has got another schema, which may know kinds as cluster-scoped. */
export function withIdsOfNow(accumulated: Accumulated, place: Place): Accumulated {
  const resources = new ResourceSet()
  appendAll(resources, accumulated.resources.list().map(reidentified), place)
  return { ...accumulated, resources }
}

export function appendAll(resources: ResourceSet, added: readonly Resource[], place: Place): void {
  for (const resource of added) {
    if (resources.append(resource)) continue
    fail(place, `may not add resource with an already registered id: ${formatId(resource.id)}`)
  }
}
