import { anchoredRegExp } from '../../../kube/regexp.ts'
import type { RenderBudget } from '../../render-budget.ts'
import { fail } from '../../render-error.ts'
import type { ReplacementSource, ReplacementTarget, Target } from '../kustomization.ts'
import { previousIds, type Resource } from '../resource.ts'
import { formatId, type Gvk, selects } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import { metadataTests, patternOf } from '../selector.ts'

/** The one object that is named, by an id that it has or had. Throws `RenderError`. */
export function findSource(source: ReplacementSource, resources: ResourceSet): Resource {
  const candidates = source.name === '' ? resources.list() : resources.withName(source.name)
  const [found, ...others] = candidates.filter((resource) =>
    plainIds(resource).some(
      (id) =>
        (source.name === '' || source.name === id.name) &&
        (source.namespace === '' || source.namespace === (id.namespace || 'default')) &&
        selects(source, id),
    ),
  )
  if (found === undefined) fail(source.place, `nothing selected by ${format(source)}`)
  if (others.length > 0) fail(source.place, `multiple matches for selector ${format(source)}`)
  return found
}

function format(source: ReplacementSource): string {
  const id = formatId({ ...source, scope: '' })
  return source.fieldPath === '' ? id : `${id}:${source.fieldPath}`
}

/** The objects that `select` means and no `reject` hits, in order. */
export function selectTargets(
  { select, reject, place }: ReplacementTarget,
  resources: ResourceSet,
  budget: RenderBudget,
): readonly Resource[] {
  if (select === undefined) fail(place, 'target must specify resources to select')
  const matches = idTest(select)
  const metadata = metadataTests(select)
  const rejects = reject.map(rejectTest)
  const isLiteral = /^[a-z0-9-]+$/.test(select.name)
  const candidates = isLiteral ? resources.withName(select.name) : resources.list()
  budget.changes(candidates.length * (1 + rejects.length), place)
  return candidates.filter((resource) => {
    const ids = plainIds(resource)
    return (
      ids.some(matches) &&
      metadata.every((test) => test(resource)) &&
      !rejects.some((test) => test(resource, ids))
    )
  })
}

/** An id whose namespace is the text of the field, of cluster-scoped kinds too: of a previous id what it meant. */
interface PlainId extends Gvk {
  readonly name: string
  readonly namespace: string
}

function plainIds(resource: Resource): readonly PlainId[] {
  return [resource.id, ...previousIds(resource).map((id) => ({ ...id, namespace: id.scope }))]
}

const idParts = ['group', 'version', 'kind', 'name', 'namespace'] as const

function idTest(target: Target): (id: PlainId) => boolean {
  const patterns = idParts.map((part) => [part, patternOf(target, part, anchoredRegExp)] as const)
  return (id) => patterns.every(([part, pattern]) => pattern === undefined || pattern.matches(id[part]))
}

/** By an id, when parts of one are given, or by labels and annotations, when selectors are: either is enough. */
function rejectTest(target: Target): (resource: Resource, ids: readonly PlainId[]) => boolean {
  const matches = idParts.some((part) => target[part] !== '') ? idTest(target) : () => false
  const metadata = metadataTests(target)
  return (resource, ids) =>
    ids.some(matches) || (metadata.length > 0 && metadata.every((test) => test(resource)))
}
