import { compareBytes } from '../git/byte-order.ts'
import { isJsonObject, isList, type Json } from '../kube/json.ts'
import { printYaml } from '../kube/print-yaml.ts'
import type { RenderedManifest } from './rendered-app.ts'

/** The manifests as a YAML stream in their order, keys sorted. No manifests print as nothing. */
export function printManifests(manifests: readonly RenderedManifest[]): string {
  return manifests.map(({ manifest }) => printYaml(sortKeys(manifest))).join('---\n')
}

function sortKeys(value: Json): Json {
  if (isList(value)) return value.map(sortKeys)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).sort(([a], [b]) => compareBytes(a, b))
  return Object.fromEntries(entries.map(([key, field]) => [key, sortKeys(field)]))
}
