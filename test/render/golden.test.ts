import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ApplicationSource } from '../../src/apps/application.ts'
import { printObjects } from '../../src/render/go-yaml/print-yaml.ts'
import { renderFiles } from '../support/render-files.ts'

const cases = 'fixtures/render'

test.each(readdirSync(cases))('%s renders as expected', async (name) => {
  const folder = `${cases}/${name}`

  const rendered = await renderFiles(filesBelow(`${folder}/input`), sourceOf(folder))
  const text = printObjects(rendered.manifests.map(({ manifest }) => manifest))

  await expect(text).toMatchFileSnapshot(`../../${folder}/expected.yaml`)
})

function filesBelow(folder: string): { [path: string]: string } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
}

/** `source.json` holds what differs from an Application that names only a path. */
function sourceOf(folder: string): Partial<ApplicationSource> {
  const path = `${folder}/source.json`
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}
