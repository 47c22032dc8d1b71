import type { Outline } from '../diff/outline.ts'
import type { Inputs } from '../git/inputs.ts'
import { digestOf } from './digest.ts'
import { inputsShape } from './inventory-record.ts'
import { pack, unpack } from './packed.ts'
import { integer, listOf, objectOf, type Shape, text, truth } from './shape.ts'

/**
 * What a render read and declares, without its values: while nothing of what it read has changed, it need not be made
 * again to know whose an object is. Never of a render that holds declarations, which are followed.
 */
export interface RenderMemory {
  /** The release of Plumbline that rendered: another one may render otherwise. */
  readonly by: string
  /** Digest of the declaration. */
  readonly declaration: string
  readonly inputs: Inputs
  readonly outline: Outline
}

/** As it is kept in a ConfigMap: `render` is the whole, `renderId` tells two of them apart without unpacking. */
export interface PackedMemory {
  readonly render: string
  readonly renderId: string
}

/** Characters. All of an installation are read in one list, so a large one is not kept; its render is made anew. */
const longest = 64 * 1024

const memoryShape: Shape<RenderMemory> = objectOf({
  by: text,
  declaration: text,
  inputs: inputsShape,
  outline: objectOf({
    objects: listOf(
      objectOf({
        apiVersion: text,
        kind: text,
        namespace: text,
        name: text,
        origin: objectOf({ path: text, line: integer }),
      }),
    ),
    defined: listOf(objectOf({ group: text, kind: text, namespaced: truth })),
  }),
})

/** Undefined for one that is too large to keep. */
export async function packMemory(memory: RenderMemory): Promise<PackedMemory | undefined> {
  const render = await pack(memory)
  return render.length > longest ? undefined : { render, renderId: digestOf(JSON.stringify(memory)) }
}

/** Undefined for what cannot be read: it is only a memory. */
export async function unpackMemory(packed: string): Promise<RenderMemory | undefined> {
  try {
    return memoryShape(await unpack(packed), '')
  } catch {
    return undefined
  }
}
