import { outOfRange } from '../../kube/yaml-scalar.ts'
import { resolveManifestScalar } from '../go-yaml/resolve-scalar.ts'

/** The type of a text without quotes: `!!int`. */
export function plainTag(text: string): string {
  const value = resolveManifestScalar(text)
  if (value === null) return '!!null'
  if (typeof value === 'boolean') return '!!bool'
  if (typeof value === 'string') return value === text ? '!!str' : '!!timestamp'
  const isInteger = typeof value === 'bigint' || (value !== outOfRange && Number.isSafeInteger(value))
  return isInteger && !/[.eE]/.test(text.replace(/^[-+]?0[xX].*/, '')) ? '!!int' : '!!float'
}
