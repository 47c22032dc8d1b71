import type { Skips } from './run.ts'

/** Debts: rows that our code does not answer as upstream does, by the reason. One that is met is told. */
const byReason: { readonly [reason: string]: readonly string[] } = {
  'what go-yaml takes for YAML': [
    'krusty/component/TestOrderOfAccumulatedComponent/components_are_applied_before_replacements_transformer_applied',
    'krusty/replacementtransformer/TestReplacementTransformerWithSuffixTransformerAndRejectUsingRegex',
    'probe/errors/duplicate-field',
    'probe/input/json-escaped-slash',
    'probe/input/tab-after-dash',
    'probe/yaml/block-styles-in',
    'probe/yaml/bool-keys',
    'probe/yaml/directive',
    'probe/yaml/explicit-tags',
    'probe/yaml/flow-input',
    'probe/yaml/flow-is-read-differently',
    'probe/yaml/int-keys',
    'probe/yaml/keys-odd',
    'probe/yaml/quoted-merge-key',
    'probe/yaml/set-and-omap',
  ],
  'internal annotations of kustomize in its input': ['filter/replacement/TestFilter/using_a_previous_ID'],
  'an empty value and a null that is written': ['probe/replacement/create-below-empty'],
  'a version that is served no more: its lists are wholes, and only a cluster can judge': [
    'diff-3way/TestThreeWayDiffExample4',
  ],
  'its prediction was made from another manifest; the object is as Git says, and nobody is asked': [
    'diff-server-side/TestServerSideDiff-/-will-respect-ignoreDifferences-when-full-normalization-is-not-skipped',
  ],
  'a push to a branch moves no tag of the same name, and what follows the tag is looked at in vain': [
    'webhook-payload-revision/Test_affectedRevisionInfo_appRevisionHasChanged/github-push-branch-or-tag-name-without-slashes,-targetRevision-tag-prefixed#30',
  ],
  'no host that we speak to has a repository with a space in its name': [
    'webhook-url/Test_GetWebURLRegex/escape-codes-in-path-are-preserved#16',
  ],
}

export const skips: Skips = new Map(
  Object.entries(byReason).flatMap(([reason, ids]) => ids.map((id): [string, string] => [id, reason])),
)
