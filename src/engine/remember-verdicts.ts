import type { RenderedApp } from '../render/rendered-app.ts'
import { emptyInventory, type InventoryObject, withoutObjects } from '../sync/inventory.ts'
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
  { verdicts, comparison }: Look,
): Promise<void> {
  const before = stored?.inventory ?? emptyInventory
  const inventory = withoutObjects(before, takenOver(comparison))
  if (inventory === before && sameTexts(inventory.verdicts, verdicts)) return
  await writeInventory(place, { ...inventory, commit: commit.sha, inputs, verdicts }, stored)
}

/** What bears another application's mark now is that one's to remember. */
function takenOver({ objects }: Look['comparison']): readonly Required<InventoryObject>[] {
  return objects.flatMap((object) =>
    object.kind === 'extraneous' && object.kept === 'another-application'
      ? [{ key: object.key, uid: object.uid }]
      : [],
  )
}

function sameTexts(a: Look['verdicts'], b: Look['verdicts']): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}
