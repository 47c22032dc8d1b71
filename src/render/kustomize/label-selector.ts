import { getOwn, isJsonObject, type Json } from '../../kube/json.ts'
import { textOf } from './resource.ts'

/** Whether a map of labels fits. */
export type LabelSelector = (labels: Json | undefined) => boolean

/** On the value of one label; undefined where there is none. */
type Requirement = (value: string | undefined) => boolean

/** Kubernetes' selector syntax, `a=b,c in (d, e),!f`; undefined when it is malformed. */
export function parseLabelSelector(text: string): LabelSelector | undefined {
  const selectors: LabelSelector[] = []
  for (const part of text.trim() === '' ? [] : splitTopLevel(text)) {
    const selector = parseRequirement(part.trim())
    if (selector === undefined) return undefined
    selectors.push(selector)
  }
  return (labels) => selectors.every((selector) => selector(labels))
}

/** Splits at the commas that stand in no parentheses. */
function splitTopLevel(text: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}

function parseRequirement(part: string): LabelSelector | undefined {
  const isAbsent = part.startsWith('!')
  const [, name = '', rest = ''] = /^([^\s=!<>()]+)(.*)$/s.exec(isAbsent ? part.slice(1).trim() : part) ?? []
  if (!/^[\w./-]+$/.test(name) || !/^[A-Za-z0-9]/.test(name) || !/[A-Za-z0-9]$/.test(name)) return undefined
  const requirement = isAbsent ? absent(rest) : parseOperator(rest.trim())
  return requirement && ((labels) => requirement(labelOf(labels, name)))
}

function absent(rest: string): Requirement | undefined {
  return rest === '' ? (value) => value === undefined : undefined
}

function parseOperator(rest: string): Requirement | undefined {
  if (rest === '') return (value) => value !== undefined
  if (rest.startsWith('!=')) return withValue(rest.slice(2), (wanted) => (value) => value !== wanted)
  if (rest.startsWith('=')) {
    return withValue(rest.replace(/^==?/, ''), (wanted) => (value) => value === wanted)
  }
  if (rest.startsWith('>')) return withNumber(rest.slice(1), (limit) => (value) => toInteger(value) > limit)
  if (rest.startsWith('<')) return withNumber(rest.slice(1), (limit) => (value) => toInteger(value) < limit)
  if (rest.startsWith('notin')) {
    return withSet(rest.slice(5), (set) => (value) => value === undefined || !set.has(value))
  }
  if (!rest.startsWith('in')) return undefined
  return withSet(rest.slice(2), (set) => (value) => value !== undefined && set.has(value))
}

function withValue(text: string, make: (wanted: string) => Requirement): Requirement | undefined {
  const wanted = text.trim()
  return /^[\w.-]*$/.test(wanted) ? make(wanted) : undefined
}

function withNumber(text: string, make: (limit: number) => Requirement): Requirement | undefined {
  const limit = text.trim()
  return /^-?\d+$/.test(limit) ? make(Number(limit)) : undefined
}

function withSet(text: string, make: (set: ReadonlySet<string>) => Requirement): Requirement | undefined {
  const list = text.trim()
  if (!list.startsWith('(') || !list.endsWith(')')) return undefined
  const values = list
    .slice(1, -1)
    .split(',')
    .map((value) => value.trim())
  return values.every((value) => /^[\w.-]*$/.test(value)) ? make(new Set(values)) : undefined
}

function labelOf(labels: Json | undefined, name: string): string | undefined {
  const value = isJsonObject(labels) ? getOwn(labels, name) : undefined
  return value === undefined ? undefined : textOf(value)
}

/** What is no number compares false with everything. */
function toInteger(text: string | undefined): number {
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}
