import { checkText } from './go-yaml/check-text.ts'
import { Composer } from './go-yaml/composer.ts'
import { Cursor } from './go-yaml/cursor.ts'
import type { Dialect } from './go-yaml/dialect.ts'
import { YamlScanner } from './go-yaml/scanner.ts'
import { toDocument, type YamlDocument } from './yaml-document.ts'
import { YamlError } from './yaml-error.ts'
import { defaultYamlLimits, type YamlLimits } from './yaml-limits.ts'
import { resolvePlain } from './yaml-scalar.ts'

export interface YamlOptions {
  /** Named in errors. */
  readonly file?: string
  readonly limits?: Partial<YamlLimits>
}

/**
 * All documents of a YAML or JSON text, without the empty ones, read as go-yaml v3 reads manifests: `yes` is a string,
 * `0644` is octal, `<<` merges, keys that are numbers or booleans become strings. A key that stands twice, and a tag
 * that YAML does not define, are errors.
 * Throws `YamlError`. Repeated aliases share one value.
 */
export function parseYaml(text: string, options: YamlOptions = {}): readonly YamlDocument[] {
  const limits = { ...defaultYamlLimits, ...options.limits }
  checkText(text, limits, options.file)
  const cursor = new Cursor(withLastBreak(text), options.file, 0)
  const scanner = new YamlScanner(cursor, limits.depth, dialect.hasJsonEscapes)
  const composer = new Composer(scanner, cursor, limits, dialect, 0)
  const documents: YamlDocument[] = []
  for (let root = composer.document(); root !== undefined; root = composer.document()) {
    if (root.value !== null) documents.push(toDocument(root, cursor))
  }
  return documents
}

/** kubectl and Argo CD read line by line: a text in a block ends in a line break where the file has none. */
function withLastBreak(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

const dialect: Dialect = {
  resolve: resolvePlain,
  isReread: false,
  hasUniqueKeys: true,
  hasAnyKeys: true,
  hasKnownTags: true,
  hasJsonEscapes: true,
}

/** The one document of a text; an empty text is null. Throws `YamlError`, also for a second document. */
export function parseYamlValue(text: string, options: YamlOptions = {}): YamlDocument {
  const [first, second] = parseYaml(text, options)
  if (second) {
    throw new YamlError('several-documents', 'a second document; one is expected', options.file, second.line)
  }
  return first ?? { value: null, line: 1, lineOf: () => 1, sourceOf: () => undefined }
}
