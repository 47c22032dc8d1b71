// Holds the house to its map, and to having been seen at all: a map of no modules would be green.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { impuritiesOf } from './impurities.mjs'

const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'
const folders = ['src', 'handlers']
const files = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name)).length

function cruise(type) {
  try {
    return execFileSync(process.execPath, [cruiser, ...folders, '--output-type', type], {
      maxBuffer: 1e9,
    }).toString()
  } catch (error) {
    process.stdout.write(error.stdout ?? '')
    process.exit(1)
  }
}

const { modules } = JSON.parse(cruise('json'))
const seen = modules.filter((module) => /^(src|handlers)\//.test(module.source)).length
if (seen < files) {
  console.error(`the map saw ${seen} of ${files} modules`)
  process.exit(1)
}
cruise('err')

// Time, randomness, the environment and the network are arguments: no module below src asks for them itself.
const asking = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .flatMap((path) => impuritiesOf(path, readFileSync(path, 'utf8')).map((one) => `${path}:${one}`))
if (asking.length > 0) {
  console.error(`src gets these as arguments:\n${asking.join('\n')}`)
  process.exit(1)
}
console.log(`map: ${seen} modules, no arrow points up`)
