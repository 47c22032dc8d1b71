import { checkText } from '../../kube/go-yaml/check-text.ts'
import { Cursor } from '../../kube/go-yaml/cursor.ts'
import { YamlScanner } from '../../kube/go-yaml/scanner.ts'
import { defaultYamlLimits } from '../../kube/yaml-limits.ts'
import { WrittenComposer } from './written-composer.ts'
import type { WrittenDocument } from './written-node.ts'

/** The first document of a text with its comments, as go-yaml v3 has them; undefined for none. Throws `YamlError`. */
export function parseWritten(text: string): WrittenDocument | undefined {
  checkText(text, defaultYamlLimits, undefined)
  const cursor = new Cursor(text, undefined, 0)
  const scanner = new YamlScanner(cursor, defaultYamlLimits.depth, false, true)
  return new WrittenComposer(scanner, cursor, defaultYamlLimits.nodes).document()
}
