import { addHash } from '../hash.ts'
import type { Configure } from './plugin-config.ts'

/** HashTransformer: the hashes that the end of the build would add, at once. It has no config. */
export const hashTransformer: Configure = () => (resources) => resources.update(addHash)
