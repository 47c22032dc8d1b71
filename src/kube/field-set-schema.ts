import type { PathElement } from './field-path.ts'
import { type FieldNode, FieldSet } from './field-set.ts'
import type { Schema } from './schema.ts'

/** The set with every declared field on the way to a member: a struct goes with the last of its fields. */
export function withNamedFields(set: FieldSet, schema: Schema | undefined): FieldSet {
  return set.mapNodes(({ element, isMember, below }) => ({
    element,
    isMember: isMember || (!below.isEmpty && isDeclared(schema, element)),
    below: withNamedFields(below, schemaAt(schema, element)),
  }))
}

function isDeclared(schema: Schema | undefined, element: PathElement): boolean {
  return element.kind === 'field' && schema?.map?.declares(element.name) === true
}

function schemaAt(schema: Schema | undefined, element: PathElement): Schema | undefined {
  if (element.kind === 'field') return schema?.map?.get(element.name)
  return element.kind === 'key' ? schema?.list?.item : undefined
}

/**
 * The set as it has to be read under a schema that may have changed since it was written: of a list or map that has
 * become one whole, the whole instead of its parts.
 * Source: sigs.k8s.io/structured-merge-diff typed/reconcile_schema.go.
 */
export function reconcileFields(set: FieldSet, schema: Schema): FieldSet {
  return set.mapNodes((node) => reconcileNode(node, schemaAt(schema, node.element)))
}

function reconcileNode(node: FieldNode, schema: Schema | undefined): FieldNode {
  const { element, isMember, below } = node
  if (!schema || below.isEmpty || !isDescribed(schema)) return node
  if (isWhole(schema)) return { element, isMember: true, below: FieldSet.empty }
  return { element, isMember, below: reconcileFields(below, schema) }
}

function isDescribed({ map, scalar }: Schema): boolean {
  return map ? !map.isUndescribed : scalar === undefined
}

function isWhole({ map, list }: Schema): boolean {
  return map ? map.isAtomic : list?.kind === 'atomic'
}
