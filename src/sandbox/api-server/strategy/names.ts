import type { JsonObject } from '../../../kube/json.ts'
import { type FieldError, invalid } from '../field-error.ts'
import { listAt, objectAt, objectsAt, shownText, textAt } from '../object.ts'
import type { Strategy } from './strategy.ts'

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const subdomain = `${label}(\\.${label})*`
const qualifiedName = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const labelValue = `(${qualifiedName})?`

export const labelMessage: string = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${label}')`
const subdomainMessage = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${subdomain}')`
const namePattern = `must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${qualifiedName}')`
const nameMessage = `name part ${namePattern}`
const manyPartsMessage = `a valid label key ${namePattern} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`
const valueMessage = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '${labelValue}')`

/** Patterns run over names of bounded length only. */
function fits(pattern: string, text: string, longest: number): boolean {
  return text.length <= longest && new RegExp(`^${pattern}$`).test(text)
}

export function subdomainErrors(text: string, field: string): readonly FieldError[] {
  return fits(subdomain, text, 253) ? [] : [invalid(field, text, subdomainMessage)]
}

export function isLabel(text: string): boolean {
  return fits(label, text, 63)
}

/** What is wrong with a name, in the words of k8s.io/apimachinery pkg/util/validation. */
export function nameErrors(name: string, rule: Strategy['names'], field: string): readonly FieldError[] {
  const longest = rule === 'label' || rule === 'namespace' || rule === 'service' ? 63 : 253
  if (name.length > longest) return [invalid(field, name, `must be no more than ${longest} characters`)]
  switch (rule) {
    case 'label':
    case 'namespace':
    case 'service':
      if (name.includes('.')) return [invalid(field, name, 'must not contain dots')]
      return isLabel(name) ? [] : [invalid(field, name, labelMessage)]
    case 'path-segment':
      return /^\.{1,2}$|[/%]/.test(name) ? [invalid(field, name, `may not contain '/' or '%'`)] : []
    case 'subdomain':
    case undefined:
      return subdomainErrors(name, field)
  }
}

/** What is wrong with labels, the keys of annotations, owners and finalizers. */
export function metadataErrors(metadata: JsonObject, isCore: boolean): readonly FieldError[] {
  const labels = Object.entries(objectAt(metadata, 'labels'))
  return [
    ...labels.flatMap(([key]) => keyErrors(key, 'metadata.labels')),
    ...labels.flatMap(([, value]) => valueErrors(shownText(value))),
    ...Object.keys(objectAt(metadata, 'annotations')).flatMap((key) =>
      keyErrors(key, 'metadata.annotations', key.toLowerCase()),
    ),
    ...objectsAt(metadata, 'ownerReferences').flatMap(ownerErrors),
    ...listAt(metadata, 'finalizers').flatMap((one) => keyErrors(shownText(one), 'metadata.finalizers')),
    ...(isCore
      ? listAt(metadata, 'finalizers').flatMap((one, index) => finalizerErrors(shownText(one), index))
      : []),
  ]
}

const ownFinalizers: readonly string[] = ['kubernetes', 'orphan', 'foregroundDeletion']

/** Objects of built-in kinds carry no finalizer without the domain of whoever put it there. */
function finalizerErrors(name: string, index: number): readonly FieldError[] {
  if (name.includes('/') || ownFinalizers.includes(name)) return []
  const why = 'name is neither a standard finalizer name nor is it fully qualified'
  return [invalid(`metadata.finalizers[${index}]`, name, why)]
}

function ownerErrors(owner: JsonObject): readonly FieldError[] {
  return ['apiVersion', 'kind', 'name', 'uid'].flatMap((key) => {
    if (textAt(owner, key) !== '') return []
    const why = key === 'apiVersion' ? 'version must not be empty' : 'must not be empty'
    return [invalid(`metadata.ownerReferences.${key}`, '', why)]
  })
}

/** Source: k8s.io/apimachinery pkg/api/validate/content IsLabelKey. */
function keyErrors(key: string, field: string, checked: string = key): readonly FieldError[] {
  const parts = checked.split('/')
  const [first = '', second = ''] = parts
  if (parts.length > 2) return [invalid(field, key, manyPartsMessage)]
  return [
    ...(parts.length === 2 ? prefixErrors(first) : []),
    ...namePartErrors(parts.length === 2 ? second : first),
  ].map((why) => invalid(field, key, why))
}

function prefixErrors(prefix: string): readonly string[] {
  if (prefix === '') return ['prefix part must be non-empty']
  return fits(subdomain, prefix, 253) ? [] : [`prefix part ${subdomainMessage}`]
}

function namePartErrors(name: string): readonly string[] {
  return [
    ...(name === '' ? ['name part must be non-empty'] : []),
    ...(name.length > 63 ? ['name part must be no more than 63 bytes'] : []),
    ...(fits(qualifiedName, name, 63) ? [] : [nameMessage]),
  ]
}

function valueErrors(value: string): readonly FieldError[] {
  return fits(labelValue, value, 63) ? [] : [invalid('metadata.labels', value, valueMessage)]
}

const addressMessage = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'

export function addressErrors(text: string, field: string): readonly FieldError[] {
  const isAddress =
    /^\d{1,3}(\.\d{1,3}){3}$/.test(text) || (text.length <= 45 && /^[0-9a-fA-F]*:[0-9a-fA-F:.]*$/.test(text))
  return isAddress ? [] : [invalid(field, text, addressMessage)]
}
