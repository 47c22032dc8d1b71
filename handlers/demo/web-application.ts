import { fileOnMain } from './config-repository.ts'
import { StoryError } from './story-error.ts'
import { repository, type World } from './world.ts'

/** Where the web application says which image it runs, and how often. */
export const webOverlay = 'apps/web/overlays/production/kustomization.yaml'
export const webDeployment = '/apis/apps/v1/namespaces/shop/deployments/web'

/** The overlay on `main` with its image tag moved on: `3.9` becomes `3.10`. */
export function nextTag(world: World): { readonly tag: string; readonly overlay: string } {
  const overlay = fileOnMain(world.git, repository, webOverlay)
  const [, major, minor] = /newTag: "(\d+)\.(\d+)"/.exec(overlay) ?? []
  if (major === undefined) throw new StoryError(`${webOverlay} names no tag like "3.9"`)
  const tag = `${major}.${Number(minor) + 1}`
  return { tag, overlay: overlay.replace(/newTag: "[^"]*"/, `newTag: "${tag}"`) }
}

export async function expectTag(world: World, tag: string): Promise<void> {
  const deployment = JSON.stringify((await world.read(webDeployment)) ?? null)
  if (!deployment.includes(`"registry.example/web:${tag}"`)) {
    throw new StoryError(`the web Deployment does not run ${tag}`)
  }
}
