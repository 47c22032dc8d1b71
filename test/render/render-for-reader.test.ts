import { expect, test } from 'vitest'
import { memoryTree } from '../../src/git/memory-tree.ts'
import { printObjects } from '../../src/render/go-yaml/print-yaml.ts'
import { type BuildFlags, renderForReader } from '../../src/render/render-app.ts'
import { formatProblem } from '../../src/render/render-error.ts'
import { applicationAt, type Files } from '../support/render-files.ts'

function read(files: Files, path = '', flags: BuildFlags = {}): ReturnType<typeof renderForReader> {
  return renderForReader(applicationAt({ path }), memoryTree(files), flags)
}

test('what kustomize prints is printed, nulls and large integers too; what a sync refuses is told beside it', async () => {
  const text =
    'apiVersion: v1\ndata:\n  large: 9007199254740993\nkind: ConfigMap\nmetadata:\n  name: c\nspec: null\n'

  const { objects, problems } = await read({
    'kustomization.yaml': 'resources: [c.yaml]\n',
    'c.yaml': text,
  })

  expect(printObjects(objects)).toBe(text)
  expect(problems.map(formatProblem)).toEqual([
    'c.yaml:1: data.large: a number that JSON cannot hold exactly; quote it if it is meant as text',
  ])
})

test('objects stay as they were read, and files may lie beside the kustomization, where the reader asks for it', async () => {
  const object = (kind: string): string => `apiVersion: v1\nkind: ${kind}\nmetadata: { name: a }\n`
  const files = {
    'app/kustomization.yaml': 'resources: [a.yaml, ../b.yaml]\n',
    'app/a.yaml': object('Service'),
    'b.yaml': object('Namespace'),
  }
  const kinds = async (flags: BuildFlags): Promise<readonly unknown[]> => {
    const { objects } = await read(files, 'app', { restrictor: 'none', ...flags })
    return objects.map(({ kind }) => kind)
  }

  expect(await kinds({ order: 'fifo' })).toEqual(['Service', 'Namespace'])
  expect(await kinds({})).toEqual(['Namespace', 'Service'])
  await expect(read(files, 'app')).rejects.toThrow("security; file '/b.yaml' is not in or below '/app'")
})

test('warnings come with the objects', async () => {
  const { warnings } = await read({
    'kustomization.yaml': 'resources: [a.yaml]\ncommonLabels: { a: b }\n',
    'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n',
  })

  expect(warnings).toEqual([expect.stringContaining("'commonLabels' is deprecated")])
})
