import { checkText } from '../../kube/go-yaml/check-text.ts'
import { Composer } from '../../kube/go-yaml/composer.ts'
import { Cursor } from '../../kube/go-yaml/cursor.ts'
import type { Dialect } from '../../kube/go-yaml/dialect.ts'
import { YamlScanner } from '../../kube/go-yaml/scanner.ts'
import { findNode, toDocument, type YamlDocument, type YamlPath } from '../../kube/yaml-document.ts'
import { YamlError } from '../../kube/yaml-error.ts'
import { defaultYamlLimits, type YamlLimits } from '../../kube/yaml-limits.ts'
import { configDialect, manifestDialect } from './dialects.ts'

export interface ManifestDocument extends YamlDocument {
  /** Some value would be written otherwise than it stands in the text: `1.10`, `0x10`, `TRUE`, a date, or nothing for null. */
  readonly isRewritten: boolean
  /** Whether the scalar at a path stands in quotes or in a block; undefined for none. */
  isQuoted(path: YamlPath): boolean | undefined
}

export interface GoYamlOptions {
  /** Named in errors. */
  readonly file?: string
  readonly limits?: Partial<YamlLimits>
}

/**
 * The objects of a text as kustomize reads them (go-yaml v3), without empty documents. Lines that start with `---` part
 * documents. Throws `YamlError`.
 */
export function parseManifests(
  text: string,
  options: GoYamlOptions = {},
  dialect: Dialect = manifestDialect,
): readonly ManifestDocument[] {
  const limits = { ...defaultYamlLimits, ...options.limits }
  const shown = text.replaceAll('\r\n', '\n')
  checkText(shown, limits, options.file)
  const documents: ManifestDocument[] = []
  let spent = 0
  for (const { part, linesBefore } of splitDocuments(shown, options.file)) {
    const parsed = parsePart(part, linesBefore, limits, dialect, options.file, spent)
    spent = parsed.spent
    if (parsed.document !== undefined && parsed.document.value !== null) documents.push(parsed.document)
  }
  return documents
}

/**
 * The first document of a text as kustomize reads its configuration (go-yaml v2); undefined for none. Throws
 * `YamlError`.
 */
export function parseConfig(text: string, options: GoYamlOptions = {}): YamlDocument | undefined {
  const limits = { ...defaultYamlLimits, ...options.limits }
  checkText(text, limits, options.file)
  const { document } = parsePart(text, 0, limits, configDialect, options.file, 0)
  return document?.value === null ? undefined : document
}

interface Part {
  readonly part: string
  readonly linesBefore: number
}

function splitDocuments(text: string, file: string | undefined): readonly Part[] {
  const parts: Part[] = []
  let start = 0
  let linesBefore = 0
  const add = (end: number): void => {
    parts.push({ part: text.slice(start, end), linesBefore })
  }
  for (const { 0: separator, index } of text.matchAll(/\n---.*\n/g)) {
    add(index + 1)
    linesBefore += lineBreaks(text, start, index + 1)
    if (!/^\n---\s*(?:#.*)?\n$/.test(separator)) {
      const line = linesBefore + 1
      throw new YamlError('syntax', 'invalid document separator; write --- on a line of its own', file, line)
    }
    linesBefore += 1
    start = index + separator.length
  }
  add(text.length)
  return parts
}

function lineBreaks(text: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function parsePart(
  text: string,
  linesBefore: number,
  limits: YamlLimits,
  dialect: Dialect,
  file: string | undefined,
  spent: number,
): { readonly document: ManifestDocument | undefined; readonly spent: number } {
  const cursor = new Cursor(text, file, linesBefore)
  const composer = new Composer(
    new YamlScanner(cursor, limits.depth, dialect.hasJsonEscapes),
    cursor,
    limits,
    dialect,
    spent,
  )
  const root = composer.document()
  const document = root && {
    ...toDocument(root, cursor),
    isRewritten: composer.isRewritten,
    isQuoted: (path: YamlPath) => {
      const { isPlain } = findNode(root, path).node ?? {}
      return isPlain === undefined ? undefined : !isPlain
    },
  }
  return { document, spent: composer.spent }
}
