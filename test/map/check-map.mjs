// Holds the house to its map, and to having been seen at all: a map of no modules would be green.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

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
console.log(`map: ${seen} modules, no arrow points up`)
