import type { Manifest } from '../kube/manifest.ts'
import { groupOf } from '../kube/object-key.ts'
import type { YamlPath } from '../kube/yaml-document.ts'
import type { Application, DeclarationProblem, DeclaredAt } from './application.ts'
import type { Project } from './project.ts'

/** A manifest that a root or an application holds, with where it stands. */
export interface Declared {
  readonly manifest: Manifest
  readonly declaredAt: DeclaredAt
  /** The line of a field; without it every problem names the line on which the manifest starts. */
  readonly lineOf?: (path: YamlPath) => number
}

export type ParsedDeclaration = ParsedApplication | ParsedProject

export type ParsedApplication = { readonly kind: 'application'; readonly application: Application } | Problems

/** A project with a name comes out whatever is wrong with it: its problems are in it. */
export type ParsedProject = { readonly kind: 'project'; readonly project: Project } | Problems

/** Problems that are all warnings block nothing: the declaration only has no effect yet. */
interface Problems {
  readonly kind: 'problems'
  readonly problems: readonly DeclarationProblem[]
}

/** Kinds that are followed and never applied, in every version. */
const declarationKinds: readonly string[] = [
  'argoproj.io/Application',
  'argoproj.io/ApplicationSet',
  'argoproj.io/AppProject',
  'kustomize.toolkit.fluxcd.io/Kustomization',
  'source.toolkit.fluxcd.io/GitRepository',
]

/** True for what declares applications, wherever it is found: it is followed, never applied. Design D11. */
export function isDeclaration(manifest: Manifest): boolean {
  return declarationKinds.includes(declarationKind(manifest))
}

/** `argoproj.io/Application`: group and kind of a manifest. */
export function declarationKind(manifest: Manifest): string {
  return `${groupOf(manifest.apiVersion)}/${manifest.kind}`
}
