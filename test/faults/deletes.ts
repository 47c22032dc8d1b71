import type { Json } from '../../src/kube/json.ts'
import { unpack } from '../../src/sync/packed.ts'
import type { World } from '../support/world.ts'
import { type Asked, at, placeOf } from './asked.ts'
import { hookMark, hooksOf } from './state.ts'

/** I3: only by uid, and only a hook that one of us has created or what the inventory has at that time. */
export class Deletes {
  readonly #hooks = new Set<string>()
  readonly #waiting: Promise<readonly string[]>[] = []

  noteCreated(world: World): void {
    for (const { metadata } of hooksOf(world)) this.#hooks.add(metadata.uid)
  }

  /** What is wrong with it at once, and the annotations of the object. */
  look(world: World, asked: Asked): { readonly wrong?: string; readonly marks: Json } {
    const body = asked.body === '' ? null : (JSON.parse(asked.body) as Json)
    const uid = at(body, 'preconditions', 'uid')
    if (typeof uid !== 'string') return { wrong: 'a delete without a uid', marks: null }
    const { store } = world.sandbox.server.kernel
    const { namespace, resource, name } = placeOf(asked)
    const table = store.tables.find((one) => one.endsWith(`/${resource}`)) ?? ''
    const marks = store.get({ table, namespace, name })?.metadata.annotations ?? {}
    // One that is asked for again finds its hook gone, and nothing says any more that it was one.
    if (this.#hooks.has(uid)) return { marks }
    if (marks[hookMark] !== undefined) return { wrong: 'a delete of a hook that is not ours', marks }
    this.#waiting.push(outsideInventory(world, uid, asked))
    return { marks }
  }

  /** What the inventories, once unpacked, had to say. */
  async wrongs(): Promise<readonly string[]> {
    return (await Promise.all(this.#waiting)).flat()
  }
}

async function outsideInventory({ sandbox }: World, uid: string, { url }: Asked): Promise<readonly string[]> {
  const packed = sandbox.server.kernel.store
    .list('/configmaps', 'plumbline')
    .filter(({ metadata }) => metadata.name.startsWith('inventory-'))
    .map((object) => at(object as unknown as Json, 'data', 'part'))
  const inventories = await Promise.all(packed.map((part) => unpack(typeof part === 'string' ? part : '')))
  return inventories.some((inventory) => JSON.stringify(inventory).includes(`"uid":"${uid}"`))
    ? []
    : [`I3 a delete of what is in no inventory: ${url.pathname}`]
}
