import type { JsonObject } from '../../../kube/json.ts'
import { type FieldError, invalid } from '../field-error.ts'
import { objectAt, shownText } from '../object.ts'
import type { Strategy } from './strategy.ts'

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const subdomain = `${label}(\\.${label})*`
const qualifiedName = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const labelValue = `(${qualifiedName})?`

export const labelMessage: string = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${label}')`
const subdomainMessage = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${subdomain}')`
const nameMessage = `name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${qualifiedName}')`
const valueMessage = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '${labelValue}')`

/** Patterns run over names of bounded length only. */
function fits(pattern: string, text: string, longest: number): boolean {
  return text.length <= longest && new RegExp(`^${pattern}$`).test(text)
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
      return fits(subdomain, name, longest) ? [] : [invalid(field, name, subdomainMessage)]
  }
}

/** What is wrong with labels and the keys of annotations. */
export function mapErrors(metadata: JsonObject): readonly FieldError[] {
  const labels = Object.entries(objectAt(metadata, 'labels'))
  return [
    ...labels.flatMap(([key]) => keyErrors(key, 'metadata.labels')),
    ...labels.flatMap(([, value]) => valueErrors(shownText(value))),
    ...Object.keys(objectAt(metadata, 'annotations')).flatMap((key) =>
      keyErrors(key, 'metadata.annotations', key.toLowerCase()),
    ),
  ]
}

function keyErrors(key: string, field: string, checked: string = key): readonly FieldError[] {
  const parts = checked.split('/')
  const name = parts.at(-1) ?? ''
  const errors: FieldError[] = []
  if (parts.length === 2 && !fits(subdomain, parts[0] ?? '', 253)) {
    errors.push(invalid(field, key, `prefix part ${subdomainMessage}`))
  }
  if (parts.length > 2 || !fits(qualifiedName, name, 63)) errors.push(invalid(field, key, nameMessage))
  return errors
}

function valueErrors(value: string): readonly FieldError[] {
  return fits(labelValue, value, 63) ? [] : [invalid('metadata.labels', value, valueMessage)]
}
