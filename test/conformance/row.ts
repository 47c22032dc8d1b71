import { parse } from 'yaml'

/** One line of a corpus file: an input and what the imitated system answers. Its members depend on its kind. */
export interface Row {
  readonly id: string
  /** `hook-types`, `ssa/merge`, `kustomize/krusty`: what chooses the driver. */
  readonly kind: string
  readonly [member: string]: unknown
}

/** The driver of this kind has nothing of ours to ask for this row. */
export const withoutDriver: unique symbol = Symbol('without driver')

/** Puts a row to our code; throws where the answer is another one. */
// biome-ignore lint/suspicious/noConfusingVoidType: most drivers only assert
export type Driver = (row: Row) => void | typeof withoutDriver | Promise<void | typeof withoutDriver>

export type Drivers = { readonly [kind: string]: Driver }

/** The input of Argo CD's rows: YAML or JSON, read as their tests read it, the last of duplicate keys wins. */
export function inputOf<Input>(row: Row): Input {
  return parse(String(row.input), { uniqueKeys: false, maxAliasCount: 1000 }) as Input
}

export function expectOf<Expect>(row: Row): Expect {
  return row.expect as Expect
}

/** Reads a file of rows; throws what is wrong with it, and on which line. */
export function readRows(text: string, file: string): readonly Row[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      return [toRow(JSON.parse(line))]
    } catch (error) {
      throw new Error(`${file}:${index + 1}: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
}

function toRow(value: unknown): Row {
  const members: Partial<Row> = typeof value === 'object' && value !== null ? value : {}
  const { id } = members
  if (typeof id !== 'string') throw new Error('a row has no id')
  return { ...members, id, kind: kindOf(id, members) }
}

/** Argo CD's rows name their kind, Flux's their suite; Kustomize's are whole directories, in groups. */
function kindOf(id: string, { kind, suite, files, target }: Partial<Row>): string {
  if (typeof kind === 'string') return kind
  if (typeof suite === 'string') return suite
  if (typeof files === 'object' && typeof target === 'string') return `kustomize/${id.split('/')[0]}`
  throw new Error(`the row ${id} has neither kind nor suite, nor files and a target`)
}
