import { expect, test } from 'vitest'
import { renderErrorOf } from '../../support/render-files.ts'

const fields = [
  ['resources[0]', 'resources: [/etc/hostname]'],
  ['components[0]', 'components: [/etc/hostname]'],
  ['patches[0].path', 'patches: [{ path: /etc/hostname }]'],
  ['patchesStrategicMerge[0]', 'patchesStrategicMerge: [/etc/hostname]'],
  [
    'patchesJson6902[0].path',
    'patchesJson6902: [{ target: { version: v1, kind: A, name: a }, path: /etc/hostname }]',
  ],
  ['configMapGenerator[0].files[0]', 'configMapGenerator: [{ name: a, files: [/etc/hostname] }]'],
  ['configMapGenerator[0].envs[0]', 'configMapGenerator: [{ name: a, envs: [/etc/hostname] }]'],
  ['secretGenerator[0].files[0]', 'secretGenerator: [{ name: a, files: [key=/etc/hostname] }]'],
  ['replacements[0].path', 'replacements: [{ path: /etc/hostname }]'],
  ['configurations[0]', 'configurations: [/etc/hostname]'],
  ['crds[0]', 'crds: [/etc/hostname]'],
  ['openapi.path', 'openapi: { path: /etc/hostname }'],
  ['generators[0]', 'generators: [/etc/hostname]'],
  ['transformers[0]', 'transformers: [/etc/hostname]'],
  ['validators[0]', 'validators: [/etc/hostname]'],
] as const

test.for([
  [
    'lies elsewhere in the repository',
    '/base/a.yaml',
    "': security; file '/base/a.yaml' is not in or below '/app'': new",
  ],
  ['is a directory', '/base', "': '/base' must resolve to a file': new root '/base' cannot be absolute"],
  ['is nowhere', '/gone', "': evalsymlink failure on '/gone'"],
  ['lies in the directory itself', '/app/a.yaml', "'/app/a.yaml' is absolute; write it from '/app' on"],
])('an absolute path that %s is refused as on a disk of the same files', async ([, path, message]) => {
  const error = await renderErrorOf(
    { 'app/kustomization.yaml': `resources: [${path}]\n`, 'app/a.yaml': '', 'base/a.yaml': '' },
    { path: 'app' },
  )

  expect(error.message).toContain(message)
})

test.for(fields)(
  'an absolute path in %s is refused for what it is, whatever is there',
  async ([field, text]) => {
    const error = await renderErrorOf(
      {
        'app/kustomization.yaml': `resources: []\n${text}\n`.replace('resources: []\nresources', 'resources'),
      },
      { path: 'app' },
    )

    expect(error.problems[0]).toMatchObject({ code: 'invalid', file: 'app/kustomization.yaml', field })
    expect(error.message).toContain(
      field === 'components[0]'
        ? "new root '/etc/hostname' cannot be absolute"
        : "security; file '/etc/hostname' is not in or below '/app'",
    )
  },
)
