/**
 * The comment above the first node of a text, split at its last empty line: what stands above that is the document's.
 * Source: go.yaml.in/yaml/v3 parserc.go.
 */
export function splitHead(comment: string): readonly [document: string, node: string] {
  if (comment.endsWith('\n') && comment.length > 1) return [comment.slice(0, -1), '']
  const at = comment.lastIndexOf('\n\n')
  return at < 0 ? ['', comment] : [comment.slice(0, at), comment.slice(at + 2)]
}

/** The comment above a dash, of that length, and what follows it behind the dash. */
export function splitStem(comment: string, length: number): readonly [stem: string, rest: string] {
  return [comment.slice(0, length), comment.slice(length + 1)]
}
