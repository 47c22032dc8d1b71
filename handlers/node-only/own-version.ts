import { readFile } from 'node:fs/promises'

/** Of this package, whether it runs built or from its sources. */
export async function ownVersion(): Promise<string> {
  for (const place of ['../../../package.json', '../../package.json']) {
    const { name, version } = await readPackage(new URL(place, import.meta.url))
    if (name === 'plumbline' && version !== undefined) return version
  }
  throw new Error('the package.json of plumbline is missing')
}

async function readPackage(file: URL): Promise<{ readonly name?: string; readonly version?: string }> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return {}
  }
}
