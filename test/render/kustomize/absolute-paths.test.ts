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
