import type { Application } from '../../src/apps/application.ts'
import type { Declared, ParsedApplication } from '../../src/apps/declaration.ts'
import { toManifest } from '../../src/kube/manifest-reader.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'

/** A manifest as a root declares it, in the file `apps/shop.yaml`. */
export function declaredIn(text: string): Declared {
  const document = parseYamlValue(text)
  const read = toManifest(document.value)
  if (!('manifest' in read)) throw new Error(`no manifest: ${JSON.stringify(read.problems)}`)
  return {
    manifest: read.manifest,
    declaredAt: {
      repository: { host: 'forge', owner: 'team', name: 'config' },
      path: 'apps/shop.yaml',
      line: document.line,
    },
    lineOf: (path) => document.lineOf(path),
  }
}

export function applicationOf(parsed: ParsedApplication): Application {
  if (parsed.kind === 'application') return parsed.application
  throw new Error(parsed.problems.map(({ line, message }) => `${line}: ${message}`).join('\n'))
}
