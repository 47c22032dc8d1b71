import type { Compile } from '../../../kube/pattern.ts'
import type { RenderBudget } from '../../render-budget.ts'
import { fail, type Place } from '../../render-error.ts'
import type { ImageEntry } from '../kustomization.ts'

/** What becomes of an image that stands in a place to which every entry comes so many times. */
export type ChangeImage = (image: string, times: number) => string

/** Of names that are regular expressions, whose engine is loaded for them alone. */
export async function compilerFor(entries: readonly ImageEntry[]): Promise<Compile> {
  if (entries.every(({ name }) => plainName.test(name))) return () => undefined
  return (await import('../../../kube/regexp.ts')).unanchoredRegExp
}

/**
 * The entries one after the other, each over what the ones before it have made. An image asks only the entries that
 * may mean it, and once for all the places in which it stands. Throws `RenderError`.
 */
export function imageChanges(
  entries: readonly ImageEntry[],
  compile: Compile,
  budget: RenderBudget,
  place: Place,
): ChangeImage {
  const index = new EntryIndex(entries, compile, place)
  const known = new Map<string, string>()
  return (image, times) => {
    const key = `${times} ${image}`
    const changed = known.get(key) ?? changeImage(image, times, index, budget)
    known.set(key, changed)
    return changed
  }
}

function changeImage(image: string, times: number, index: EntryIndex, budget: RenderBudget): string {
  let changed = image
  let from = 0
  for (;;) {
    const next = index.first(changed, from, budget)
    if (next === undefined) return changed
    for (let time = 0; time < times && next.matches(changed); time += 1)
      changed = updated(changed, next.entry)
    from = next.at + 1
  }
}

interface Indexed {
  readonly at: number
  readonly entry: ImageEntry
  readonly matches: (image: string) => boolean
}

/** Plain names of one length with their dots in the same places, by what they are. */
interface Shape {
  readonly dots: readonly number[]
  readonly length: number
  readonly named: Map<string, Indexed[]>
}

/** A name is a regular expression; in most of them the dot, which is any character, is all that shows it. */
const plainName = /^[\w./:@-]*$/
const version = '(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$'
const isVersion = new RegExp(`^${version}`)
/** Shapes are asked faster than objects are changed. */
const shapesInOne = 32

class EntryIndex {
  readonly #shapes = new Map<string, Shape>()
  readonly #patterns: Indexed[] = []
  readonly #place: Place

  constructor(entries: readonly ImageEntry[], compile: Compile, place: Place) {
    this.#place = place
    for (const [at, entry] of entries.entries()) {
      if (plainName.test(entry.name)) this.#addPlain(at, entry)
      else this.#patterns.push({ at, entry, matches: patternOf(entry, compile) })
    }
  }

  /** The first entry at or behind a position that means the image. */
  first(image: string, from: number, budget: RenderBudget): Indexed | undefined {
    budget.changes(this.#patterns.length + Math.ceil(this.#shapes.size / shapesInOne), this.#place)
    let found: Indexed | undefined
    for (const { dots, length, named } of this.#shapes.values()) {
      const plain = named.get(nameIn(image, length, dots) ?? '')?.find(({ at }) => at >= from)
      if (plain !== undefined && (found === undefined || plain.at < found.at)) found = plain
    }
    const before = found?.at ?? Number.POSITIVE_INFINITY
    return this.#patterns.find(({ at, matches }) => at >= from && at < before && matches(image)) ?? found
  }

  #addPlain(at: number, entry: ImageEntry): void {
    const { name } = entry
    const dots = [...name.matchAll(/\./g)].map(({ index }) => index)
    const key = `${name.length} ${dots.join(' ')}`
    const shape = this.#shapes.get(key) ?? { dots, length: name.length, named: new Map() }
    this.#shapes.set(key, shape)
    const indexed = { at, entry, matches: (image: string) => nameIn(image, name.length, dots) === name }
    const same = shape.named.get(name)
    if (same) same.push(indexed)
    else shape.named.set(name, [indexed])
  }
}

/** The start of an image with dots where the names of a shape have them; undefined when no version follows. */
function nameIn(image: string, length: number, dots: readonly number[]): string | undefined {
  const chars = Array.from(image)
  if (chars.length < length || !isVersion.test(chars.slice(length).join(''))) return undefined
  for (const dot of dots) if (chars[dot] !== '\n') chars[dot] = '.'
  return chars.slice(0, length).join('')
}

function patternOf({ name, place }: ImageEntry, compile: Compile): (image: string) => boolean {
  const pattern = compile(`^${name}${version}`)
  if (pattern === undefined) fail(place, `the image name "${name}" is no valid regular expression`)
  return (image) => pattern.matches(image)
}

function updated(image: string, entry: ImageEntry): string {
  const { name, tag, digest } = splitImage(image)
  const next = replaceVersion({ tag, digest }, entry)
  return `${entry.newName || name}${next.tag && `:${next.tag}`}${next.digest && `@${next.digest}`}`
}

interface Version {
  /** Empty for none; so is the digest. */
  readonly tag: string
  readonly digest: string
}

/** A new tag drops the old digest, a new digest the old tag. */
function replaceVersion(old: Version, { newTag, digest, tagSuffix }: ImageEntry): Version {
  if (newTag !== '' || digest !== '') return { tag: newTag, digest }
  return tagSuffix === '' ? old : { tag: old.tag + tagSuffix, digest: '' }
}

/** A registry's port is no tag: the search starts behind the first slash. */
function splitImage(image: string): Version & { readonly name: string } {
  const slash = image.indexOf('/')
  const start = slash > 0 ? slash + 1 : 0
  const at = image.indexOf('@', start)
  const colon = image.indexOf(':', start)
  if (at >= 0 && (colon < 0 || colon > at)) {
    return { name: image.slice(0, at), tag: '', digest: image.slice(at + 1) }
  }
  if (colon < 0) return { name: image, tag: '', digest: '' }
  const end = at < 0 ? image.length : at
  return { name: image.slice(0, colon), tag: image.slice(colon + 1, end), digest: image.slice(end + 1) }
}
