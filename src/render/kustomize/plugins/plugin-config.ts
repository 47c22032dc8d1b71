import { type Place, problemsOf, RenderError } from '../../render-error.ts'
import { type Field, type FieldMap, FieldReader } from '../field-reader.ts'
import type { FieldSpec } from '../field-spec.ts'
import type { Kustomization } from '../kustomization.ts'
import { readFieldSpec } from '../read-entries.ts'
import type { Resource } from '../resource.ts'
import { formatId } from '../resource-id.ts'
import type { SourceFiles } from '../source-files.ts'
import type { Transformer } from '../step.ts'

/** The config object of one built-in. Files that it names lie beside the kustomization that uses it. */
export interface PluginConfig {
  readonly resource: Resource
  readonly reader: FieldReader
  readonly root: Field
  readonly place: Place
  readonly kustomization: Kustomization
  readonly files: SourceFiles
}

/** What a built-in will do to the objects of a layer. Throws `RenderError`. */
export type Configure = (config: PluginConfig) => Transformer | Promise<Transformer>

/** Runs a built-in's reading of its config. Throws `RenderError`, which names the config object. */
export async function configure(
  resource: Resource,
  read: Configure,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<Transformer> {
  const { path: file, line } = resource.origin
  const document = {
    value: resource.object,
    line,
    lineOf: () => line,
    sourceOf: () => undefined,
  }
  const reader = new FieldReader(document, file, 'lenient')
  const root = { value: resource.object, path: [] }
  try {
    const top = reader.fields(root, ['apiVersion', 'kind', 'metadata'])
    reader.fields(top.get('metadata'), ['name', 'namespace', 'labels', 'annotations'])
    const run = await read({ resource, reader, root, place: { file, line }, kustomization, files })
    files.warn(...reader.passedOver)
    if (reader.problems.length === 0) return run
  } catch (error) {
    refuse(resource, [...reader.problems, ...(problemsOf(error, { file, line }) ?? rethrow(error))])
  }
  return refuse(resource, reader.problems)
}

function rethrow(error: unknown): never {
  throw error
}

function refuse({ id }: Resource, [first, ...others]: FieldReader['problems']): never {
  if (first === undefined) throw new Error('no problem')
  const message = `plugin ${formatId(id)} fails configuration: ${first.message}`
  throw new RenderError([{ ...first, message }, ...others])
}

/** `fieldSpecs` of the config; built-ins that are used directly have none of their own. */
export function readFieldSpecs({ reader }: PluginConfig, fields: FieldMap): readonly FieldSpec[] {
  return reader.items(fields.get('fieldSpecs')).map((item) => readFieldSpec(reader, item))
}
