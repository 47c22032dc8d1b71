import { toTimestamp } from '../../kube/go-yaml/timestamp.ts'
import { resolveExact } from '../../kube/yaml-scalar.ts'

type Scalar = ReturnType<typeof resolveExact>

const yaml11Words: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON'].map((word): [string, boolean] => [word, true]),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF'].map((word): [string, boolean] => [word, false]),
])

/**
 * YAML 1.1, in which kustomize reads kustomization files and JSON patches: `yes` is true. Integers that a number cannot
 * hold lose their last digits, as there.
 */
export function resolveYaml11(source: string): Scalar {
  const value = yaml11Words.get(source) ?? resolveExact(source)
  return typeof value === 'bigint' ? Number(value) : value
}

/** In manifests kustomize writes dates out as times: `2020-01-01` is `2020-01-01T00:00:00Z`. */
export function resolveManifestScalar(source: string): Scalar {
  const value = resolveExact(source)
  return typeof value === 'string' ? (toTimestamp(value) ?? value) : value
}
