import type { JsonObject } from '../../../kube/json.ts'
import { textAt, type WrittenTexts } from '../written-texts.ts'
import type { PathStep } from './field-path.ts'
import { PathError } from './nodes.ts'

/**
 * Throws `PathError` where a field would be made below one that stands without a value: `data:` is not `data: null` to
 * kustomize.
 */
export function refuseBelowEmpty(object: JsonObject, steps: readonly PathStep[], texts: WrittenTexts): void {
  for (let length = 1; length < steps.length; length += 1) {
    if (textAt(texts, object, steps.slice(0, length)) === '')
      throw new PathError('wrong node kind: expected MappingNode but got : node contents: null')
  }
}
