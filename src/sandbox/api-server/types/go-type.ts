import { goTypes } from './go-types.ts'

/** A Go type as far as JSON shows it. */
export type GoType =
  | { readonly kind: 'pointer'; readonly to: GoType }
  | { readonly kind: 'slice'; readonly of: GoType }
  | { readonly kind: 'map'; readonly of: GoType }
  | { readonly kind: 'struct'; readonly name: string }
  | { readonly kind: 'scalar'; readonly name: ScalarName }

export type ScalarName = (typeof scalarNames)[number]

const scalarNames = [
  'string',
  'bool',
  'int32',
  'int64',
  'float64',
  'bytes',
  'time',
  'microtime',
  'quantity',
  'intOrString',
  'any',
] as const

export interface GoField {
  readonly name: string
  /** When the field is left out of the JSON: never, when empty, when zero. */
  readonly omit: 'never' | 'empty' | 'zero'
  readonly type: GoType
}

export interface GoStruct {
  readonly name: string
  readonly fields: ReadonlyMap<string, GoField>
}

/** The Go structs of the built-in kinds by their names, `apps.Deployment`. */
export type GoTypes = ReadonlyMap<string, GoStruct>

export function readGoTypes(): GoTypes {
  return new Map(goTypes.trim().split('\n').map(readStruct))
}

function readStruct(line: string): [string, GoStruct] {
  const [name = '', ...fields] = line.split(' ')
  return [name, { name, fields: new Map(fields.filter((text) => text !== '').map(readField)) }]
}

function readField(text: string): [string, GoField] {
  const colon = text.indexOf(':')
  const label = text.slice(0, colon)
  const name = label.replace(/[?~]$/, '')
  const omit = label.endsWith('~') ? 'zero' : label.endsWith('?') ? 'empty' : 'never'
  return [name, { name, omit, type: readType(text.slice(colon + 1)) }]
}

function readType(text: string): GoType {
  if (text.startsWith('*')) return { kind: 'pointer', to: readType(text.slice(1)) }
  if (text.startsWith('[]')) return { kind: 'slice', of: readType(text.slice(2)) }
  if (text.startsWith('{}')) return { kind: 'map', of: readType(text.slice(2)) }
  const scalar = scalarNames.find((name) => name === text)
  return scalar === undefined ? { kind: 'struct', name: text } : { kind: 'scalar', name: scalar }
}

/** The type as Go's errors name it: `map[string]string`, `[]v1.Container`. */
export function goTypeText(type: GoType): string {
  switch (type.kind) {
    case 'pointer':
      return goTypeText(type.to)
    case 'slice':
      return `[]${goTypeText(type.of)}`
    case 'map':
      return `map[string]${goTypeText(type.of)}`
    case 'struct':
      return `v1.${bareName(type.name)}`
    case 'scalar':
      return type.name === 'bytes' ? '[]uint8' : type.name
  }
}

/** `apps.DeploymentSpec` gives `DeploymentSpec`. */
export function bareName(structName: string): string {
  return structName.slice(structName.indexOf('.') + 1)
}
