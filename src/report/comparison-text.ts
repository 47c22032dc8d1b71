import type {
  Comparison,
  ExtraField,
  FieldDrift,
  FieldEffect,
  FieldValue,
  ObjectComparison,
  Unlisted,
  Writer,
} from '../diff/comparison.ts'
import { formatKey } from '../kube/object-key.ts'
import { printable, shorten } from './printable.ts'

/** Longer values are cut. */
const longestValue = 200

/** Everything that is not in sync, object by object, each differing field under its object. Empty when all is. */
export function comparisonText(comparison: Comparison): string {
  const lines = [...comparison.objects.flatMap(objectLines), ...comparison.unlisted.map(unlistedText)]
  return lines.map((line) => `${line}\n`).join('')
}

function objectLines(object: ObjectComparison): readonly string[] {
  const { origin } = object
  const at = origin === undefined ? '' : ` (${origin.path}:${origin.line})`
  const key = printable(`${formatKey(object.key)}${at}`)
  switch (object.kind) {
    case 'inSync':
      return object.extra === undefined ? [] : [`${key}: in sync`, ...object.extra.map(extraLine)]
    case 'missing':
      return [`${key}: missing; a sync will create it`]
    case 'extraneous':
      return [`${key}: not in Git${object.kept === undefined ? '' : `; kept (${object.kept})`}`]
    case 'drifted':
      return [`${key}: drifted`, ...object.fields.map(fieldLine), ...(object.extra ?? []).map(extraLine)]
    case 'rejected': {
      const field = object.field === undefined ? '' : ` ${printable(object.field)}`
      const remedy = object.remedy === '' ? '' : `; ${printable(object.remedy)}`
      return [`${key}: would be rejected (${object.reason})${field}: ${printable(object.message)}${remedy}`]
    }
    case 'unverified':
      return [
        `${key}: could not be verified (${object.reason}): ${printable(object.message)}`,
        ...object.fields.map(fieldLine),
      ]
  }
}

function fieldLine({ path, git, live, writer, effect }: FieldDrift): string {
  const values = `Git ${valueText(git)}, live ${liveText(git, live)}`
  const last = writer ? `; last writer ${writerText(writer)}` : ''
  return `  ${printable(path)}: ${values}${last}; a sync will ${effectText(effect, writer)}`
}

function extraLine({ path, writer }: ExtraField): string {
  const who = writer === undefined ? 'somebody' : writerText(writer)
  return `  ${printable(path)}: not in Git, written by ${who}; a sync leaves it alone`
}

function valueText(value: FieldValue): string {
  switch (value.kind) {
    case 'absent':
      return 'nothing'
    case 'masked':
      return '(masked)'
    case 'value':
      return shorten(printable(JSON.stringify(value.value)), longestValue)
  }
}

function liveText(git: FieldValue, live: FieldValue): string {
  return git.kind === 'masked' && live.kind === 'masked' ? '(masked, another one)' : valueText(live)
}

const classes: { readonly [kind in Writer['class']]: string } = {
  us: 'Plumbline itself',
  controller: 'a controller',
  person: 'a person',
  unknown: 'unknown to Plumbline',
}

export function writerText({ manager, operation, subresource, time, class: kind }: Writer): string {
  const through = subresource === undefined ? operation : `${operation} of ${printable(subresource)}`
  const at = time === undefined ? '' : ` at ${printable(time)}`
  return `${printable(manager)} (${classes[kind]}, ${through})${at}`
}

export function effectText(effect: FieldEffect, writer: Writer | undefined): string {
  switch (effect) {
    case 'set':
      return 'set it'
    case 'overwrite':
      return 'overwrite it'
    case 'take-over':
      return writer ? `take it over from ${printable(writer.manager)}` : 'take it over'
    case 'remove':
      return 'remove it'
    case 'recreate':
      return 'delete the object and create it again'
  }
}

export function unlistedText({ group, kind, namespace, reason }: Unlisted): string {
  const what = group === '' ? kind : `${group}/${kind}`
  const where = namespace === '' ? '' : ` in ${namespace}`
  return printable(`${what}${where}: could not be listed: ${reason}`)
}
