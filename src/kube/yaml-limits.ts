export interface YamlLimits {
  /** UTF-16 units of the text. */
  readonly size: number
  /** Levels of nesting, counted after aliases are followed. */
  readonly depth: number
  /** Keys and values of all documents together, counted after aliases are followed. */
  readonly nodes: number
}

export const defaultYamlLimits: YamlLimits = { size: 5 * 1024 * 1024, depth: 128, nodes: 250_000 }
