import { toTimestamp } from '../../kube/go-yaml/timestamp.ts'
import { resolveExact } from '../../kube/yaml-scalar.ts'

const yaml11Words: ReadonlySet<string> = new Set([
  'y',
  'Y',
  'yes',
  'Yes',
  'YES',
  'on',
  'On',
  'ON',
  'n',
  'N',
  'no',
  'No',
  'NO',
  'off',
  'Off',
  'OFF',
])

/** Times in base 60 of YAML 1.1. */
const sexagesimal = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/

/** Whether YAML 1.1 or 1.2 takes this text, without quotes, for something else than text. */
export function isTyped(text: string): boolean {
  if (yaml11Words.has(text) || typeof resolveExact(text) !== 'string') return true
  return /^[-+0-9]/.test(text) && (sexagesimal.test(text) || toTimestamp(text) !== undefined)
}
