import { openApiSchemas } from '../../src/kube/open-api-schema.ts'
import { anySchema, type Schema } from '../../src/kube/schema.ts'

const item = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    id: { type: 'integer', default: 1 },
    value: { type: 'string' },
    nested: { $ref: '#/components/schemas/Widget' },
  },
}

/** A type with a list, a map and a scalar of every sort. */
export const widgetSchema: Schema =
  openApiSchemas({
    Widget: {
      type: 'object',
      'x-kubernetes-group-version-kind': [{ group: 'example.org', version: 'v1', kind: 'Widget' }],
      properties: {
        text: { type: 'string' },
        count: { type: 'integer' },
        on: { type: 'boolean' },
        keyed: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name', 'id'],
          items: item,
        },
        set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        atomic: { type: 'array', items: { type: 'string' } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        point: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          additionalProperties: { type: 'integer' },
        },
        struct: { $ref: '#/components/schemas/Widget' },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  }).schemaOf('example.org', 'v1', 'Widget') ?? anySchema
