import { join } from 'node:path'
import { configRepository } from '../../handlers/demo/config-repository.ts'

export type ConfigFiles = { readonly [path: string]: string }

/** Where the config repository of `fixtures/` declares the tag of the web image. */
export const webOverlay = 'apps/web/overlays/production/kustomization.yaml'

const namespaces = /\b(namespace: )(shop|platform|reports)\b/g

/**
 * The config repository of `fixtures/`, at the address where it is pushed to, with namespaces of its own: several walks
 * may share a cluster.
 */
export function configFiles(repositoryUrl: string, suffix: string): ConfigFiles {
  const folder = join(import.meta.dirname, '../../fixtures/config')
  const files = configRepository(folder, 'https://git.example.com')
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      text
        .replaceAll('https://git.example.com/platform/config.git', repositoryUrl)
        .replaceAll(namespaces, `$1$2-${suffix}`),
    ]),
  )
}

/** The overlay with another tag of the web image. */
export function withWebTag(files: ConfigFiles, tag: string): ConfigFiles {
  const overlay = files[webOverlay]?.replace('newTag: "3.9"', `newTag: "${tag}"`)
  if (overlay === undefined || !overlay.includes(`"${tag}"`)) throw new Error(`${webOverlay} has no tag 3.9`)
  return { [webOverlay]: overlay }
}
