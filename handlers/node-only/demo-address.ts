import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The last line of a play that came out. */
export const asTold = 'It came out as told.'

/** Where a running demo of this user says how `plumbline demo` reaches it. */
function path(): string {
  return join(tmpdir(), `plumbline-demo-${process.getuid?.() ?? 'user'}.json`)
}

export async function writeDemoAddress(url: string): Promise<void> {
  const mine = `${path()}.${process.pid}`
  await writeFile(mine, JSON.stringify({ url }), { mode: 0o600, flag: 'wx' })
  await rename(mine, path())
}

/** Takes it away, unless another demo has put its own there. */
export async function removeDemoAddress(url: string): Promise<void> {
  if ((await readDemoAddress()) === url) await rm(path(), { force: true })
}

/** Undefined where no demo of this user runs. */
export async function readDemoAddress(): Promise<string | undefined> {
  try {
    const { uid } = await stat(path())
    if (process.getuid !== undefined && uid !== process.getuid()) return undefined
    const { url }: { readonly url?: unknown } = JSON.parse(await readFile(path(), 'utf8'))
    return typeof url === 'string' ? url : undefined
  } catch {
    return undefined
  }
}
