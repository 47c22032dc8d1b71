import { fail, inField } from '../../render-error.ts'
import type { Kustomization } from '../kustomization.ts'
import type { Resource } from '../resource.ts'
import { formatId } from '../resource-id.ts'
import type { SourceFiles } from '../source-files.ts'
import type { Step } from '../step.ts'
import { hashTransformer } from './hash.ts'
import { iamPolicyGenerator } from './iam-policy.ts'
import { imageTag } from './image-tag.ts'
import { configMapGenerator, secretGenerator } from './key-value-generators.ts'
import { metadataEntries } from './metadata-entries.ts'
import { namePrefix, namePrefixAndSuffix, nameSuffix } from './name-affixes.ts'
import { namespaceTransformer } from './namespace.ts'
import { patchJson6902, patchStrategicMerge, patchTransformer } from './patches.ts'
import { type Configure, configure } from './plugin-config.ts'
import { replacementTransformer } from './replacement.ts'
import { replicaCount } from './replica-count.ts'
import { valueAdd } from './value-add.ts'

type Role = 'generator' | 'transformer'

/** By the kind of their configs; their apiVersion is `builtin`. */
const builtIns: Readonly<Record<Role, ReadonlyMap<string, Configure>>> = {
  generator: new Map([
    ['ConfigMapGenerator', configMapGenerator],
    ['SecretGenerator', secretGenerator],
    ['IAMPolicyGenerator', iamPolicyGenerator],
  ]),
  transformer: new Map([
    ['AnnotationsTransformer', metadataEntries('annotations')],
    ['HashTransformer', hashTransformer],
    ['ImageTagTransformer', imageTag],
    ['LabelTransformer', metadataEntries('labels')],
    ['NamespaceTransformer', namespaceTransformer],
    ['PatchJson6902Transformer', patchJson6902],
    ['PatchStrategicMergeTransformer', patchStrategicMerge],
    ['PatchTransformer', patchTransformer],
    ['PrefixSuffixTransformer', namePrefixAndSuffix],
    ['PrefixTransformer', namePrefix],
    ['ReplacementTransformer', replacementTransformer],
    ['ReplicaCountTransformer', replicaCount],
    ['SuffixTransformer', nameSuffix],
    ['ValueAddTransformer', valueAdd],
  ]),
}

/** What the config objects of `generators`, `transformers` or `validators` ask for, in order. Throws `RenderError`. */
export async function pluginSteps(
  configs: readonly Resource[],
  role: Role,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const config of configs) {
    const run = await configure(config, builtInOf(config, role), kustomization, files)
    const { kind, name, namespace } = config.id
    steps.push({ by: { file: config.origin.path, kind, name, namespace }, run })
  }
  return steps
}

function builtInOf({ id, origin }: Resource, role: Role): Configure {
  const { group, version, kind } = id
  const config = { file: origin.path, line: origin.line }
  const place = inField(config, 'kind')
  if (group !== '' || version !== 'builtin') {
    const what = `external plugins disabled; unable to load external plugin '${kind}'`
    fail(inField(config, 'apiVersion'), `${what}; exec and container functions are not run`, 'unsupported')
  }
  const found = builtIns[role].get(kind)
  if (found !== undefined) return found
  if (kind === 'HelmChartInflationGenerator' && role === 'generator') {
    fail(
      place,
      `plugin ${formatId(id)} fails configuration: Helm charts are not supported yet, kustomize: must specify --enable-helm`,
      'unsupported',
    )
  }
  const isOther = Object.values(builtIns).some((others) => others.has(kind))
  fail(
    place,
    isOther ? `plugin ${formatId(id)} not a ${role}` : `unable to load builtin ${kind}.builtin.[noGrp]`,
  )
}
