const yamlPrefix = 'tag:yaml.org,2002:'

/** `!!int` for a tag of YAML's own, however it is written; undefined for a handle that nobody has defined. */
export function shortTag(source: string): string | undefined {
  const isVerbatim = source.startsWith('!<')
  if (!isVerbatim && /^![\w-]+!/.test(source)) return undefined
  const tag = unescaped(isVerbatim ? source.slice(2, -1) : source)
  return tag?.startsWith(yamlPrefix) ? `!!${tag.slice(yamlPrefix.length)}` : tag
}

function unescaped(tag: string): string | undefined {
  try {
    return decodeURIComponent(tag)
  } catch {
    return undefined
  }
}

/** As it is written; a short one has a prefix that everybody knows. Source: go.yaml.in/yaml/v3 emitterc.go. */
export function printTag(tag: string): string {
  const prefix = tag.startsWith('!!') ? '!!' : tag.startsWith('!') ? '!' : ''
  const content = tag.slice(prefix.length).replaceAll(/[^\w\-;/?:@&=+$,.~*'()[\]]/gu, escaped)
  return prefix === '' ? `!<${content}>` : prefix + content
}

function escaped(char: string): string {
  return Array.from(new TextEncoder().encode(char), hex).join('')
}

function hex(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
