import { expect, test } from 'vitest'
import { repeatedObjects } from '../../handlers/commands/render.ts'
import { renderFiles } from '../support/render-files.ts'

function configMap(namespace: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: ${namespace} }\n`
}

test('an object that two files declare is told with both places, one of another namespace is another', async () => {
  const { manifests } = await renderFiles({
    'a.yaml': configMap('shop'),
    'b.yaml': `${configMap('other')}---\n${configMap('shop')}`,
  })

  expect(repeatedObjects(manifests, (path) => path)).toEqual([
    'ConfigMap shop/a is declared 2 times (a.yaml:1, b.yaml:5); keep one, a sync refuses them',
  ])
})
