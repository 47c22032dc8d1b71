import type { Dialect } from '../../kube/go-yaml/dialect.ts'
import { resolveManifestScalar, resolveYaml11 } from './resolve-scalar.ts'

/** What kustomize applies (go-yaml v3). */
export const manifestDialect: Dialect = {
  resolve: resolveManifestScalar,
  isReread: true,
  hasUniqueKeys: true,
  hasAnyKeys: false,
  hasKnownTags: false,
  hasJsonEscapes: false,
}

/** In patches a key that is no text becomes text: the object's own key stays. */
export const patchDialect: Dialect = { ...manifestDialect, hasAnyKeys: true }

/** kustomize's own files (go-yaml v2), which are turned into JSON. */
export const configDialect: Dialect = {
  resolve: resolveYaml11,
  isReread: false,
  hasUniqueKeys: false,
  hasAnyKeys: true,
  hasKnownTags: false,
  hasJsonEscapes: false,
}
