import { describe, expect, it } from 'vitest'
import { memoryTree } from '../../../src/git/memory-tree.ts'
import { buildKustomization } from '../../../src/render/kustomize/build.ts'
import { specsOfDefinitions } from '../../../src/render/kustomize/crd-specs.ts'
import { SourceFiles } from '../../../src/render/kustomize/source-files.ts'
import { emptyConfig, mergeConfigs } from '../../../src/render/kustomize/transformer-config.ts'
import { RenderBudget } from '../../../src/render/render-budget.ts'

const place = { file: 'kustomization.yaml' }

async function build(
  files: { readonly [path: string]: string },
  directory = '',
): Promise<readonly unknown[]> {
  const { resources } = await buildKustomization(
    directory,
    new SourceFiles(memoryTree(files), new RenderBudget()),
    { order: 'fifo' },
  )
  return resources.map(({ object }) => object)
}

const route = `apiVersion: example.com/v1
kind: Route
metadata: {name: web}
spec: {backend: {name: shop}, title: shop}
---
apiVersion: v1
kind: Service
metadata: {name: shop}
`

const base = {
  'base/kustomization.yaml': 'resources: [route.yaml]\nconfigurations: [names.yaml]\n',
  'base/route.yaml': route,
  'base/names.yaml':
    'nameReference:\n- kind: Service\n  fieldSpecs: [{kind: Route, path: spec/backend/name}]\n',
}

describe('configurations', () => {
  it('add fields that follow a renamed object, also in the kustomizations above', async () => {
    const files = { ...base, 'kustomization.yaml': 'resources: [base]\nnamePrefix: my-\n' }
    expect(await build(files)).toMatchObject([
      { spec: { backend: { name: 'my-shop' }, title: 'shop' } },
      { metadata: { name: 'my-shop' } },
    ])
  })

  it('of a kustomization say nothing to its siblings', async () => {
    const sibling = route.replaceAll('web', 'other').replaceAll('shop', 'store')
    const files = {
      ...base,
      'kustomization.yaml': 'resources: [base, sibling]\n',
      'sibling/kustomization.yaml':
        'resources: [route.yaml]\nconfigurations: [prefix.yaml]\nnamePrefix: my-\n',
      'sibling/route.yaml': sibling,
      'sibling/prefix.yaml': 'namePrefix:\n- {kind: Route, path: spec/title}\n',
    }
    expect(await build(files)).toMatchObject([
      { spec: { title: 'shop' } },
      { metadata: { name: 'shop' } },
      { spec: { title: 'my-store' } },
      { metadata: { name: 'my-store' } },
    ])
  })

  it('with an unknown field are an error that names it and its line', async () => {
    const files = { ...base, 'base/names.yaml': 'nameReference:\n- kind: Service\n  fields: []\n' }
    await expect(build(files, 'base')).rejects.toThrow(
      'base/names.yaml:3: nameReference[0].fields: json: unknown field "fields"',
    )
  })

  it('that make a field which is only set by default are a conflict', async () => {
    const labels =
      'commonLabels:\n- {kind: Job, group: batch, path: spec/selector/matchLabels, create: true}\n'
    await expect(build({ ...base, 'base/names.yaml': labels }, 'base')).rejects.toThrow(
      'conflicting fieldspecs',
    )
  })
})

describe('merging field specs', () => {
  const job = { kind: 'Job', path: 'spec/a' }
  const any = { path: 'spec/a' }

  it('adds a spec for one kind to one for all', () => {
    const merged = mergeConfigs({ ...emptyConfig, images: [any] }, { ...emptyConfig, images: [job] }, place)
    expect(merged.images).toEqual([job, any])
  })

  it('takes a spec for all as covered by one for a single kind, as kustomize does', () => {
    const merged = mergeConfigs({ ...emptyConfig, images: [job] }, { ...emptyConfig, images: [any] }, place)
    expect(merged.images).toEqual([job])
  })

  it('puts referrers of one target together', () => {
    const target = { kind: 'Service', version: 'v1' }
    const of = (path: string) => ({ ...emptyConfig, nameReference: [{ target, fields: [{ path }] }] })
    expect(mergeConfigs(of('a'), of('b'), place).nameReference).toEqual([
      { target, fields: [{ path: 'a' }, { path: 'b' }] },
    ])
  })
})

describe('definitions of crds', () => {
  it('follow types by name, and end where a type holds itself', () => {
    const spec = { $ref: 'v1.BeeSpec' }
    const definitions = {
      'v1.Bee': { Schema: { properties: { kind: {}, apiVersion: {}, metadata: {}, spec } } },
      'v1.BeeSpec': {
        Schema: {
          properties: {
            again: spec,
            secretRef: {
              'x-kubernetes-object-ref-api-version': 'v1',
              'x-kubernetes-object-ref-kind': 'Secret',
            },
            title: { 'x-kubernetes-identity': '' },
          },
        },
      },
    }
    const fields = [{ kind: 'Bee', path: 'spec/secretRef/name' }]
    expect(specsOfDefinitions(definitions)).toEqual({
      ...emptyConfig,
      namePrefix: [{ kind: 'Bee', path: 'spec/title' }],
      nameReference: [{ target: { kind: 'Secret', version: 'v1' }, fields }],
    })
  })
})
