import { resolvePath } from '../git/path.ts'
import { manifestGeneratePathsAnnotation as annotation } from '../kube/annotations.ts'
import type { Manifest } from '../kube/manifest.ts'
import type { Fields } from '../settings/fields.ts'

/**
 * The annotation's entries from the repository root: `;`-separated, `/x` from the root, anything else from the
 * source's path. Reference: argocd section 14.
 */
export function readGeneratePaths(
  metadata: Fields,
  manifest: Manifest,
  sourcePath: string,
): readonly string[] | undefined {
  const written = manifest.metadata.annotations?.[annotation] ?? ''
  if (/[\\\0]/.test(written)) {
    metadata.problem('annotations', `holds a backslash or a NUL character under ${annotation}`)
    return undefined
  }
  const entries = written.split(';').map((entry) => entry.trim())
  const paths = entries.filter((entry) => entry !== '').map((entry) => fromRoot(entry, sourcePath))
  if (paths.includes(undefined)) {
    metadata.problem('annotations', `names a path outside the repository under ${annotation}`)
  }
  const inside = paths.filter((path) => path !== undefined)
  return inside.length === 0 ? undefined : inside
}

function fromRoot(entry: string, sourcePath: string): string | undefined {
  return entry.startsWith('/') ? resolvePath('', entry.replace(/^\/+/, '')) : resolvePath(sourcePath, entry)
}
