import type { RenderedApp } from '../render/rendered-app.ts'
import { emptyInventory } from '../sync/inventory.ts'
import { type StoredInventory, writeInventory } from '../sync/inventory-record.ts'
import type { RecordPlace } from '../sync/record-store.ts'
import type { Look } from './look.ts'

/**
 * Keeps what the judge called equal, with the inputs of the render it rests on, so that an application in which nothing
 * changes is compared without asking the judge again. Nothing is written when nothing is new; a lost swap is left lost.
 */
export async function rememberVerdicts(
  place: RecordPlace,
  stored: StoredInventory | undefined,
  { commit, inputs }: RenderedApp,
  { verdicts }: Look,
): Promise<void> {
  const inventory = stored?.inventory ?? emptyInventory
  if (sameTexts(inventory.verdicts, verdicts)) return
  await writeInventory(place, { ...inventory, commit: commit.sha, inputs, verdicts }, stored)
}

function sameTexts(a: Look['verdicts'], b: Look['verdicts']): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}
