import type { Application } from '../apps/application.ts'
import { joinPath } from '../git/path.ts'
import type { SourceTree, TreeEntry } from '../git/source-tree.ts'
import { isJsonObject } from '../kube/json.ts'
import { readManifests } from '../kube/manifest-reader.ts'
import type { Pattern } from '../kube/pattern.ts'
import { glob } from '../kube/regexp.ts'
import { parseYaml, parseYamlValue } from '../kube/yaml.ts'
import type { YamlDocument } from '../kube/yaml-document.ts'
import type { RenderBudget } from './render-budget.ts'
import { at, fail, failWith, problemsOf, type RenderProblem } from './render-error.ts'
import type { RenderedManifest } from './rendered-app.ts'
import { refuseChart } from './source-kind.ts'

const manifestName = /\.(?:yaml|yml|json|jsonnet)$/
const skipMark = '+argocd:skip-file-rendering'

/**
 * The manifests of a directory of YAML and JSON files, in byte order of their paths, as Argo CD reads one. A file that
 * does not look like manifests is left alone; one that does is an error when anything in it is wrong.
 */
export async function renderDirectory(
  application: Application,
  tree: SourceTree,
  budget: RenderBudget,
): Promise<readonly RenderedManifest[]> {
  const paths = await findFiles(application, tree, budget)
  await tree.prefetch(paths)
  const manifests: RenderedManifest[] = []
  const problems: RenderProblem[] = []
  for (const path of paths) {
    const result = await readFile(path, tree, budget)
    for (const manifest of result.manifests) manifests.push(manifest)
    for (const problem of result.problems) problems.push(problem)
  }
  failWith(problems)
  return manifests
}

interface ReadFile {
  readonly manifests: readonly RenderedManifest[]
  readonly problems: readonly RenderProblem[]
}

/** What the author can mend is collected; what ends the render is thrown. */
async function readFile(path: string, tree: SourceTree, budget: RenderBudget): Promise<ReadFile> {
  if (path.endsWith('.jsonnet')) {
    return { manifests: [], problems: [unsupported(path, 'Jsonnet is not supported; exclude the file')] }
  }
  try {
    const { text } = await tree.read(path)
    budget.file(text.length, { file: path })
    if (text.includes(skipMark)) return { manifests: [], problems: [] }
    const result = readText(text, path)
    budget.objects(result.manifests.length, { file: path })
    return result
  } catch (error) {
    const problems = problemsOf(error, { file: path })
    if (problems === undefined || problems.some(({ code }) => code === 'too-large')) throw error
    return { manifests: [], problems }
  }
}

function readText(text: string, path: string): ReadFile {
  const isJson = path.endsWith('.json')
  try {
    const documents = isJson ? [parseYamlValue(text, { file: path })] : parseYaml(text, { file: path })
    const results = documents.map((document) => readDocument(document, path))
    const manifests = results.flatMap((result) => result.manifests)
    const problems = results.flatMap((result) => result.problems)
    const isMeant = isJson || manifests.length > 0 || documents.some(isMeantAsObject)
    return isMeant ? { manifests, problems } : { manifests: [], problems: [] }
  } catch (error) {
    const problems = problemsOf(error, { file: path })
    if (problems === undefined || isJson || looksLikeManifests(text)) throw error
    return { manifests: [], problems: [] }
  }
}

function readDocument(document: YamlDocument, path: string): ReadFile {
  const { manifests, problems } = readManifests(document, path)
  return {
    manifests,
    problems: problems.map(({ file, line, message }) => ({ code: 'invalid', file, line, message })),
  }
}

const marks = ['apiVersion', 'kind', 'metadata'] as const

/** One word of the three may be mistyped: an object that is left out would be taken for one that left Git. */
function isMeantAsObject({ value }: YamlDocument): boolean {
  return isJsonObject(value) && marks.filter((mark) => Object.hasOwn(value, mark)).length >= 2
}

/** Of a text that cannot be parsed. */
function looksLikeManifests(text: string): boolean {
  return marks.filter((mark) => text.includes(`${mark}:`)).length >= 2
}

function unsupported(file: string, message: string): RenderProblem {
  return { code: 'unsupported', file, message }
}

async function findFiles(
  application: Application,
  tree: SourceTree,
  budget: RenderBudget,
): Promise<readonly string[]> {
  const { path, directory } = application.source
  const exclude = globOf(application, 'exclude')
  const include = globOf(application, 'include')
  const isWanted = (file: string): boolean =>
    manifestName.test(file) && !exclude?.matches(file) && (include?.matches(file) ?? true)
  return walk({ tree, budget, root: path, recurse: directory?.recurse ?? false, isWanted }, '', 0)
}

interface Walk {
  readonly tree: SourceTree
  readonly budget: RenderBudget
  readonly root: string
  readonly recurse: boolean
  /** On the path below the root. */
  readonly isWanted: (file: string) => boolean
}

async function walk(options: Walk, below: string, depth: number): Promise<readonly string[]> {
  const directory = joinPath(options.root, below)
  const place = { file: directory || '.' }
  options.budget.depth(depth, place)
  const entries = await at(place, () => options.tree.list(directory))
  const found: string[] = []
  for (const entry of entries) {
    const path = joinPath(below, entry.name)
    const full = joinPath(options.root, path)
    if (depth === 0 && entry.kind === 'file' && entry.name.endsWith('Chart.yaml')) refuseChart(full)
    if (entry.kind === 'directory' && options.recurse) {
      for (const file of await walk(options, path, depth + 1)) found.push(file)
    } else if (entry.kind === 'submodule' && options.recurse) {
      fail({ file: full }, 'is a submodule; submodules are not followed, exclude or vendor it', 'unreadable')
    } else if (options.isWanted(path) && (await isFile(entry, full, options.tree))) found.push(full)
  }
  return found
}

/** A symlink counts as what it leads to; one that leads nowhere, or to a directory, is passed by. */
async function isFile(entry: TreeEntry, path: string, tree: SourceTree): Promise<boolean> {
  if (entry.kind !== 'symlink') return entry.kind === 'file'
  return (await at({ file: path }, () => tree.lookup(path)))?.kind === 'file'
}

function globOf(application: Application, part: 'include' | 'exclude'): Pattern | undefined {
  const text = application.source.directory?.[part]
  if (text === undefined || text === '') return undefined
  const { path, line } = application.declaredAt
  const place = { file: path, line, field: `spec.source.directory.${part}` }
  return glob(text) ?? fail(place, `"${text}" is no valid glob`)
}
