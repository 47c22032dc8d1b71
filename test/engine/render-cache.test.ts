import { expect, test } from 'vitest'
import { createRenderCache } from '../../src/engine/render-cache.ts'
import { memoryTree } from '../../src/git/memory-tree.ts'
import { aCommit, applicationAt } from '../support/render-files.ts'

const configMaps = ['a', 'b', 'c']
  .map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`)
  .join('---\n')

test.each([
  [{ objects: 2 }, 'more than 2 objects'],
  [{ size: 100 }, 'larger than 100 characters'],
])('an application over the limits %o of an instance is refused with its file', async (limits, why) => {
  const cache = createRenderCache({ limits })
  const files = { 'kustomization.yaml': 'resources: [all.yaml]\n', 'all.yaml': configMaps }

  const render = cache.render(applicationAt({}), aCommit(), memoryTree(files))

  await expect(render).rejects.toThrow(why)
  await expect(render).rejects.toMatchObject({ subject: { file: 'kustomization.yaml' } })
})
