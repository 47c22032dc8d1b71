const fullId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i
const shortId = /^[0-9a-f]{7,39}$/i
/** Version ranges with a character that no branch may have; `1.x` may be a branch. */
const versionRange = /^[v\d.\s<>=!~^,|-]*[*^~]|^[<>=]+\s*v?\d/
/** https://git-scm.com/docs/git-check-ref-format */
const forbidden = /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|^@$|(?:^|\/)\.|\.lock(?:\/|$)/u

/** What a revision can mean, in the order in which it is looked for. */
export type RevisionLookup =
  | { readonly kind: 'head' }
  | { readonly kind: 'commit'; readonly id: string }
  /** Names below `refs/`, the first that exists wins; then perhaps a shortened id. */
  | { readonly kind: 'refs'; readonly refs: readonly string[]; readonly shortId?: string }
  | { readonly kind: 'range' }
  | { readonly kind: 'invalid' }

/**
 * Reads a revision as Argo CD does: a full id is always a commit; a branch goes before a tag of the same name
 * (`git ls-remote` lists branches first; git itself would take the tag); last comes a shortened id. `''` is `HEAD`.
 */
export function parseRevision(revision: string): RevisionLookup {
  if (revision === '' || revision === 'HEAD') return { kind: 'head' }
  if (fullId.test(revision)) return { kind: 'commit', id: revision.toLowerCase() }
  if (versionRange.test(revision)) return { kind: 'range' }
  if (forbidden.test(revision)) return { kind: 'invalid' }
  if (/^refs\/(?:heads|tags)\/./.test(revision))
    return { kind: 'refs', refs: [revision.slice('refs/'.length)] }
  const refs = [`heads/${revision}`, `tags/${revision}`]
  return shortId.test(revision)
    ? { kind: 'refs', refs, shortId: revision.toLowerCase() }
    : { kind: 'refs', refs }
}
