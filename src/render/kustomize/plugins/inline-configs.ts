import { failWith, type Place, problemsOf } from '../../render-error.ts'
import type { ApiSchema } from '../api-schema.ts'
import type { PlacedText } from '../kustomization.ts'
import { type ReadResources, readResources } from '../read-resources.ts'
import type { Resource } from '../resource.ts'

export interface PluginEntries {
  readonly inline: readonly { readonly resource: Resource; readonly place: Place }[]
  readonly paths: readonly PlacedText[]
}

/** What reads as objects is the config itself; everything else names a file or a directory. Throws `RenderError`. */
export function splitPluginEntries(entries: readonly PlacedText[], schema: ApiSchema): PluginEntries {
  const read = entries.map((entry) => ({ entry, ...tryRead(entry, schema) }))
  for (const { entry, problems } of read) {
    if (entry.text.includes('\n')) failWith(problems)
  }
  return {
    inline: read.flatMap(({ entry, resources }) =>
      resources.map((resource) => ({ resource: at(resource, entry), place: entry.place })),
    ),
    paths: read.filter(({ problems }) => problems.length > 0).map(({ entry }) => entry),
  }
}

function tryRead({ text, place }: PlacedText, schema: ApiSchema): ReadResources {
  try {
    return readResources(text, place.file, schema)
  } catch (error) {
    const problems = problemsOf(error, place)
    if (problems === undefined) throw error
    return { resources: [], problems }
  }
}

/** A text of several lines starts on the line behind its `|`. */
function at(resource: Resource, { text, place }: PlacedText): Resource {
  const { path, line } = resource.origin
  const start = place.line ?? 1
  return { ...resource, origin: { path, line: text.includes('\n') ? start + line : start } }
}
