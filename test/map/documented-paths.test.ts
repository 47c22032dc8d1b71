import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const pages = ['', 'docs', 'decisions'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)
const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')

/** Paths of the project in code marks: from the top, or from `src/`. */
function pathsIn(text: string): readonly string[] {
  const top = ['src', 'test', 'handlers', 'docs', 'deploy', 'bench', 'fixtures', 'decisions']
  return [...text.matchAll(/`([a-z-]+)(\/[\w./-]*)`/g)].flatMap(([, first = '', rest = '']) => {
    if (top.includes(first)) return [first + rest]
    return folders.includes(first) && rest.endsWith('.ts') ? [`src/${first}${rest}`] : []
  })
}

function linksIn(text: string, page: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => join(dirname(page), link))
}

test.each(pages)('every file that %s names is there', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const named = [...pathsIn(text), ...linksIn(text, page)]

  const missing = named.filter(
    (path) => !/[A-Z]{3}\./.test(path) && !ignored.includes(`/${path}`) && !existsSync(join(root, path)),
  )

  expect(missing).toEqual([])
})
