/** A patch that does not fit the object. The message quotes no values. */
export class MergeError extends Error {}

export type PatchDirective = 'merge' | 'replace' | 'delete'

export const directiveKey = '$patch'

export function toDirective(text: unknown): PatchDirective {
  if (text === 'merge' || text === 'replace' || text === 'delete') return text
  throw new MergeError('unknown patch strategy in $patch; use merge, replace or delete')
}
