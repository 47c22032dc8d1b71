import { getOwn, isJsonObject, isList } from '../kube/json.ts'
import type { Origin } from '../kube/manifest.ts'
import { parseYaml, type YamlDocument, type YamlPath } from '../kube/yaml.ts'

/**
 * The lines of a manifest's fields, looked up in the text of the file that its origin names. A field that the text
 * does not have, as after a patch, gives the line of what is nearest above it.
 */
export function linesOf(text: string, origin: Origin): (path: YamlPath) => number {
  let found: ((path: YamlPath) => number) | undefined
  return (path) => {
    found ??= find(text, origin)
    return found(path)
  }
}

function find(text: string, { path: file, line }: Origin): (path: YamlPath) => number {
  for (const document of parseYaml(text, { file })) {
    if (document.line === line) return (path) => document.lineOf(path)
    const prefix = findInList(document, line)
    if (prefix) return (path) => document.lineOf([...prefix, ...path])
  }
  return () => line
}

function findInList(document: YamlDocument, line: number): YamlPath | undefined {
  const items = isJsonObject(document.value) ? getOwn(document.value, 'items') : undefined
  if (!isList(items)) return undefined
  const index = items.findIndex((_, position) => document.lineOf(['items', position]) === line)
  return index < 0 ? undefined : ['items', index]
}
