import { stringify } from 'yaml'
import type { Json } from './json.ts'

/**
 * YAML for people and for readers of YAML 1.1 and 1.2 alike: what either would take for another type is quoted.
 * Keys keep their order; lines are not folded. Ends with a newline.
 */
export function printYaml(value: Json): string {
  return stringify(value, {
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
    lineWidth: 0,
    schema: 'core',
  })
}
