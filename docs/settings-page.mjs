// Writes docs/settings.md from settings.schema.json: `npm run docs`.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const page = new URL('settings.md', import.meta.url)
const source = new URL('../settings.schema.json', import.meta.url)

const preface = `# Settings

One YAML document, named by \`PLUMBLINE_SETTINGS\`: its path, or its text. \`plumbline check\` says whether it can be used, and
whether what it names can be reached, may do what it must, and is told of pushes. This page is written from
[settings.schema.json](../settings.schema.json) by \`npm run docs\`; the package has the schema too, and an editor that speaks
to the YAML language server uses it where the first line says

\`\`\`yaml
# yaml-language-server: $schema=node_modules/plumbline/settings.schema.json
\`\`\`

Unknown fields are errors, with file and line. What is \`null\` counts as left out.
`

/** The page of a schema, as Markdown. */
function settingsPage(schema) {
  const { host, cluster, root, secret } = schema.definitions
  return [
    preface,
    section(schema.properties),
    listed('hosts[]', host),
    listed('clusters[]', cluster),
    listed('roots[]', root),
    listed('Secrets', secret),
  ].join('\n')
}

function listed(title, definition) {
  const about = definition.description === undefined ? '' : `${definition.description}\n\n`
  return `## ${title}\n\n${about}${section(definition.properties, definition.required)}`
}

function section(properties, required = []) {
  const rows = rowsOf('', properties, required)
  return `| setting | what it is | value |\n|---|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |\n`).join('')}`
}

function rowsOf(prefix, properties, required) {
  return Object.entries(properties).flatMap(([key, value]) => {
    const name = `${prefix}${key}`
    const row = [`\`${name}\``, cell(value.description), cell(textOfValue(value, required.includes(key)))]
    return value.properties ? [row, ...rowsOf(`${name}.`, value.properties, value.required ?? [])] : [row]
  })
}

function textOfValue(property, isRequired) {
  const parts = [kindOf(property), isRequired ? 'required' : defaultOf(property)]
  return parts.filter((part) => part !== '').join('; ')
}

function kindOf(property) {
  if (refOf(property) === 'secret') return '[secret](#secrets)'
  if (property.enum)
    return property.enum
      .filter((one) => one !== null)
      .map(code)
      .join(' or ')
  const [type] = [property.type].flat()
  if (type === 'array') return arrayOf(property.items)
  if (type === 'integer') return `whole number, ${property.minimum} to ${property.maximum}`
  if (type === 'number') return `number, ${property.minimum} to ${property.maximum}`
  return type === 'object' ? '' : 'text'
}

function arrayOf(items) {
  const ref = refOf(items)
  if (ref === 'secret') return 'list of [secrets](#secrets)'
  return ref === undefined ? 'list of globs' : `list, [below](#${ref}s)`
}

function refOf({ $ref, anyOf = [] }) {
  const found = $ref ?? anyOf.find((one) => one.$ref)?.$ref
  return found?.split('/').at(-1)
}

function defaultOf(property) {
  if (property.default === undefined) return ''
  const text = JSON.stringify(property.default)
  return text === '""' || text === '[]' ? '' : `${code(text.replace(/^"|"$/g, ''))} unless told`
}

function code(text) {
  return `\`${text}\``
}

function cell(text = '') {
  return text.replaceAll('|', '\\|')
}

export function currentPage() {
  return settingsPage(JSON.parse(readFileSync(source, 'utf8')))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(page, currentPage())
