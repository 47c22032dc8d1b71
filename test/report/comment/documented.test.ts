import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCommand } from '../../../src/engine/command.ts'
import type { Command } from '../../../src/engine/trigger.ts'
import { fieldWills } from '../../../src/report/comment/field-table.ts'

const page = readFileSync(new URL('../../../docs/comment.md', import.meta.url), 'utf8')

/** The first cells of a table, by its heading. */
function cellsOf(heading: string): readonly string[] {
  const at = page.indexOf(`${heading}\n`)
  expect(at).toBeGreaterThan(-1)
  const [, , ...rows] = (page.slice(at).split('\n\n')[0] ?? '').split('\n')
  return rows.map((row) => row.split('|')[1]?.trim() ?? '')
}

test('what a sync does to a field has the words of docs/comment.md, and no others', () => {
  const told = cellsOf('| word | the sync |').flatMap((cell) => cell.split(', '))

  expect(told.toSorted()).toEqual(Object.values(fieldWills).toSorted())
})

test('each command is in docs/comment.md as it can be written, and no other', () => {
  const kinds: { readonly [kind in Command['kind']]: true } = {
    plan: true,
    acknowledge: true,
    terminate: true,
    adopt: true,
  }
  const told = cellsOf('| comment | does |').map((cell) =>
    readCommand(
      cell
        .replaceAll('`', '')
        .replace('DIGEST', '5f0c2a91d7e34b68')
        .replace(/\[APP\]/, 'web'),
    ),
  )

  expect(told.map((command) => (typeof command === 'string' ? command : command.kind)).toSorted()).toEqual(
    Object.keys(kinds).toSorted(),
  )
})
