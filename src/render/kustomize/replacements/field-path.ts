/** One step of a field path as it was written, brackets of list keys included: `spec`, `0`, `*`, `[name=web]`. */
export type PathStep = string

/**
 * `spec.containers.[name=a.b].env`: a dot in brackets or behind a backslash separates nothing; brackets without `=`
 * hold a key and fall off. Source: kyaml 0.21.1 utils/pathsplitter.go.
 */
export function splitFieldPath(path: string): readonly PathStep[] {
  const parts = splitAtDots(path)
  const steps: PathStep[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? ''
    if (!part.startsWith('[') || part.endsWith(']')) {
      steps.push(part)
      continue
    }
    const end = parts.findIndex((other, at) => at > index && other.endsWith(']'))
    const last = end < 0 ? parts.length - 1 : end
    const joined = parts.slice(index, last + 1).join('.')
    steps.push(joined.includes('=') ? joined : joined.replace(/^[[\]]+|[[\]]+$/g, ''))
    index = last
  }
  return steps
}

function splitAtDots(path: string): readonly string[] {
  const parts = path.split('.')
  const [first = '', ...rest] = parts.length > 1 && parts[0] === '' ? parts.slice(1) : parts
  const result = [first]
  for (const part of rest) {
    const last = result.length - 1
    const previous = result[last] ?? ''
    if (previous.endsWith('\\')) result[last] = `${previous.slice(0, -1)}.${part}`
    else result.push(part)
  }
  return result
}

/** A position in a list; undefined for every other step. */
export function indexOf(step: PathStep): number | undefined {
  return /^[+-]?\d{1,15}$/.test(step) ? Number(step) : undefined
}

export function isListKey(step: PathStep): boolean {
  return step.startsWith('[') && step.endsWith(']')
}

export interface ListKey {
  /** Empty for elements that are scalars themselves. */
  readonly name: string
  readonly value: string
}

/** `[name=web]`; undefined for brackets without `=`. */
export function parseListKey(step: PathStep): ListKey | undefined {
  const text = step.replace(/^\[/, '').replace(/\]$/, '')
  const equals = text.indexOf('=')
  return equals < 0 ? undefined : { name: text.slice(0, equals), value: text.slice(equals + 1) }
}
