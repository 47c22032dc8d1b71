import fc, { type Arbitrary } from 'fast-check'
import { stringify } from 'yaml'
import type { JsonObject } from '../../../src/kube/json.ts'
import { fields, settle } from './random-fields.ts'
import { anObject } from './random-objects.ts'
import { maybe, withRawScalars } from './random-values.ts'

export interface KustomizeCase {
  /** Text by path; bytes for what is no text. */
  readonly files: { readonly [path: string]: string | Uint8Array }
  readonly target: string
}

const distinct = fc.uniqueArray(anObject, {
  minLength: 1,
  maxLength: 6,
  selector: ({ kind, metadata }) =>
    JSON.stringify([kind, (metadata as JsonObject).name, (metadata as JsonObject).namespace ?? 'default']),
})

/** A small kustomization: a base, perhaps a component, and an overlay, all with fields by chance. */
export const kustomizeCase: Arbitrary<KustomizeCase> = fc
  .tuple(distinct, maybe(fields), maybe(fields), fields, maybe(distinct))
  .map(([objects, base, component, overlay, more = []]) => {
    const added = more.length > 0 ? ['more.yaml'] : []
    const file = (value: unknown) => writeYaml(settle(value, objects))
    return {
      target: 'overlay',
      files: {
        'base/kustomization.yaml': file({ resources: ['objects.yaml'], ...base }),
        'base/objects.yaml': objects.map(writeYaml).join('---\n'),
        'component/kustomization.yaml': file({ ...aComponent, ...component }),
        'overlay/kustomization.yaml': file({
          resources: ['../base', ...added],
          ...(component && { components: ['../component'] }),
          ...overlay,
        }),
        'overlay/more.yaml': more.map(writeYaml).join('---\n'),
        ...generated('base'),
        ...generated('component'),
        ...generated('overlay'),
      },
    }
  })

const aComponent = { apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component', resources: [] }

function generated(folder: string): KustomizeCase['files'] {
  return {
    [`${folder}/files/one.conf`]: 'listen = 80\n\tupstream = a\n',
    [`${folder}/files/two.bin`]: Uint8Array.from({ length: 80 }, (_, at) => (at * 37) % 256),
  }
}

/** What stands in `{ yaml }` becomes text of its own. */
function writeYaml(value: unknown): string {
  const text = stringify(value, (_, field: unknown) => (isInline(field) ? stringify(field.yaml) : field), {
    lineWidth: 0,
    aliasDuplicateObjects: false,
  })
  return withRawScalars(text)
}

function isInline(field: unknown): field is { readonly yaml: unknown } {
  return typeof field === 'object' && field !== null && Object.keys(field).join() === 'yaml'
}
