import { getOwn, isJsonObject, type Json, type JsonObject } from '../../kube/json.ts'

/** An annotation that is written without quotes and is no text: its text as it stands in the file, and what YAML makes of it. */
export interface UnquotedAnnotation {
  readonly key: string
  readonly text: string
  readonly value: Json
}

/** The object with their values in place of their texts, as long as these stand there. */
export function withUnquotedValues(object: JsonObject, unquoted: readonly UnquotedAnnotation[]): JsonObject {
  const metadata = getOwn(object, 'metadata')
  const annotations = isJsonObject(metadata) ? getOwn(metadata, 'annotations') : undefined
  if (unquoted.length === 0 || !isJsonObject(metadata) || !isJsonObject(annotations)) return object
  const values = unquoted
    .filter(({ key, text }) => getOwn(annotations, key) === text)
    .map(({ key, value }): [string, Json] => [key, value])
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...annotations, ...Object.fromEntries(values) } },
  }
}
