import type { Dialect } from '../../kube/go-yaml/dialect.ts'
import { resolveManifestScalar, resolveYaml11 } from './resolve-scalar.ts'

export const manifestDialect: Dialect = {
  resolve: resolveManifestScalar,
  isManifest: true,
  hasAnyKeys: false,
}
export const patchDialect: Dialect = { ...manifestDialect, hasAnyKeys: true }
export const configDialect: Dialect = { resolve: resolveYaml11, isManifest: false, hasAnyKeys: true }
