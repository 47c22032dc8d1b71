import type { JsonObject } from '../../../kube/json.ts'

const prefix = 'io.k8s.apimachinery.pkg.apis.meta.v1.'

export const objectMetaRef: JsonObject = { allOf: [{ $ref: `#/components/schemas/${prefix}ObjectMeta` }] }
export const listMetaRef: JsonObject = { allOf: [{ $ref: `#/components/schemas/${prefix}ListMeta` }] }

/** The schemas of metadata as every document of a real server has them, without descriptions. */
export const metaSchemas: JsonObject = {
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': {
    type: 'object',
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta': {
    type: 'object',
    properties: {
      continue: {
        type: 'string',
      },
      remainingItemCount: {
        type: 'integer',
        format: 'int64',
      },
      resourceVersion: {
        type: 'string',
      },
      selfLink: {
        type: 'string',
      },
    },
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry': {
    type: 'object',
    properties: {
      apiVersion: {
        type: 'string',
      },
      fieldsType: {
        type: 'string',
      },
      fieldsV1: {
        allOf: [
          {
            $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1',
          },
        ],
      },
      manager: {
        type: 'string',
      },
      operation: {
        type: 'string',
      },
      subresource: {
        type: 'string',
      },
      time: {
        allOf: [
          {
            $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time',
          },
        ],
      },
    },
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': {
    type: 'object',
    properties: {
      annotations: {
        type: 'object',
        additionalProperties: {
          type: 'string',
          default: '',
        },
      },
      creationTimestamp: {
        allOf: [
          {
            $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time',
          },
        ],
      },
      deletionGracePeriodSeconds: {
        type: 'integer',
        format: 'int64',
      },
      deletionTimestamp: {
        allOf: [
          {
            $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time',
          },
        ],
      },
      finalizers: {
        type: 'array',
        items: {
          type: 'string',
          default: '',
        },
        'x-kubernetes-list-type': 'set',
        'x-kubernetes-patch-strategy': 'merge',
      },
      generateName: {
        type: 'string',
      },
      generation: {
        type: 'integer',
        format: 'int64',
      },
      labels: {
        type: 'object',
        additionalProperties: {
          type: 'string',
          default: '',
        },
      },
      managedFields: {
        type: 'array',
        items: {
          default: {},
          allOf: [
            {
              $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry',
            },
          ],
        },
        'x-kubernetes-list-type': 'atomic',
      },
      name: {
        type: 'string',
      },
      namespace: {
        type: 'string',
      },
      ownerReferences: {
        type: 'array',
        items: {
          default: {},
          allOf: [
            {
              $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference',
            },
          ],
        },
        'x-kubernetes-list-map-keys': ['uid'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'uid',
        'x-kubernetes-patch-strategy': 'merge',
      },
      resourceVersion: {
        type: 'string',
      },
      selfLink: {
        type: 'string',
      },
      uid: {
        type: 'string',
      },
    },
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference': {
    type: 'object',
    required: ['apiVersion', 'kind', 'name', 'uid'],
    properties: {
      apiVersion: {
        type: 'string',
        default: '',
      },
      blockOwnerDeletion: {
        type: 'boolean',
      },
      controller: {
        type: 'boolean',
      },
      kind: {
        type: 'string',
        default: '',
      },
      name: {
        type: 'string',
        default: '',
      },
      uid: {
        type: 'string',
        default: '',
      },
    },
    'x-kubernetes-map-type': 'atomic',
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': {
    type: 'string',
    format: 'date-time',
  },
}
