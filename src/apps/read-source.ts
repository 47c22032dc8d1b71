import { parseRepositoryUrl } from '../git/repository-url.ts'
import type { Fields } from '../settings/fields.ts'
import { present } from '../settings/present.ts'
import { readGlob } from '../settings/read-globs.ts'
import { readRepositoryPath } from '../settings/read-repository-path.ts'
import type { ApplicationSource, DirectoryOptions, KustomizeOptions } from './application.ts'

const notYet = 'is not supported yet'
const pathAdvice = 'is required: write the folder to render, "." for the root of the repository'

/** The one Git source of an application. Reference: argocd section 13. */
export function readSource(spec: Fields): ApplicationSource {
  const several = spec.refuse(`${notYet}; write one source under spec.source`, 'sources')
  const hydrated = spec.refuse(notYet, 'sourceHydrator')
  const fields = spec.mapping('source')
  if (!fields) {
    if (!several && !hydrated && !spec.has('source')) spec.problem('source', 'is required')
    return { repoURL: '', path: '', targetRevision: 'HEAD' }
  }
  const isChart = fields.refuse(`${notYet}; render the chart into files`, 'chart')
  fields.refuse(`${notYet}; render the chart into files`, 'helm')
  fields.refuse(notYet, 'plugin', 'ref')
  fields.accept('name')
  const source = {
    repoURL: readRepoUrl(fields),
    path: readRepositoryPath(fields, 'path', isChart ? undefined : pathAdvice),
    targetRevision: readRevision(fields),
    ...present({ directory: readDirectory(fields), kustomize: readKustomize(fields) }),
  }
  refuseTwoTypes(fields)
  fields.close()
  return source
}

function readRepoUrl(fields: Fields): string {
  const repoURL = fields.requiredText('repoURL')
  if (repoURL === '') return repoURL
  const url = parseRepositoryUrl(repoURL)
  if (!url) fields.problem('repoURL', 'is not the URL of a Git repository')
  if (url?.hasPassword === true)
    fields.problem('repoURL', 'holds a password; the host’s token is used instead')
  return repoURL
}

function readRevision(fields: Fields): string {
  return fields.nonEmptyText('targetRevision') ?? 'HEAD'
}

/** Written at all, it says that the path is a directory, whatever is in it. */
function readDirectory(source: Fields): DirectoryOptions | undefined {
  const fields = source.mapping('directory')
  if (!fields) return undefined
  fields.refuse(notYet, 'disableExtensionFilter', 'jsonnet')
  const directory = {
    recurse: fields.flag('recurse', false),
    ...present({ include: readGlob(fields, 'include'), exclude: readGlob(fields, 'exclude') }),
  }
  fields.close()
  return directory
}

function readKustomize(source: Fields): KustomizeOptions | undefined {
  const fields = source.mapping('kustomize')
  if (!fields) return undefined
  fields.refuse(
    `${notYet}; write it into the kustomization`,
    'apiVersions',
    'commonAnnotationsEnvsubst',
    'components',
    'forceCommonAnnotations',
    'forceCommonLabels',
    'ignoreMissingComponents',
    'kubeVersion',
    'labelIncludeTemplates',
    'labelWithoutSelector',
    'patches',
    'replicas',
    'version',
  )
  const options = present({
    namePrefix: fields.nonEmptyText('namePrefix'),
    nameSuffix: fields.nonEmptyText('nameSuffix'),
    namespace: fields.nonEmptyText('namespace'),
    images: readImages(fields),
    commonLabels: fields.textMap('commonLabels'),
    commonAnnotations: fields.textMap('commonAnnotations'),
  })
  refuseVariables(fields, options)
  fields.close()
  return options
}

function readImages(fields: Fields): readonly string[] | undefined {
  const images = fields.texts('images')
  for (const [index, image] of images.entries()) {
    if (image.trim() === '') fields.problemInList('images', index, 'must be an image')
  }
  return images.length === 0 ? undefined : images
}

/** Argo CD replaces `$NAME` in images and common labels by its build environment. */
function refuseVariables(fields: Fields, { images = [], commonLabels = {} }: KustomizeOptions): void {
  const message = `holds a variable ($), which ${notYet}`
  if (images.some((image) => image.includes('$'))) fields.problem('images', message, 'unsupported')
  if (Object.values(commonLabels).some((label) => label.includes('$'))) {
    fields.problem('commonLabels', message, 'unsupported')
  }
}

function refuseTwoTypes(fields: Fields): void {
  if (!fields.has('kustomize') || !fields.has('directory')) return
  fields.problem(
    undefined,
    'has two types; keep one: multiple application sources defined: Kustomize,Directory',
  )
}
