import type { DeclarationProblem } from './application.ts'
import { type Declared, declarationKind, type ParsedDeclaration } from './declaration.ts'
import { parseApplication } from './parse-application.ts'
import { parseProject } from './parse-project.ts'

/** What one manifest of a root declares. A manifest that declares nothing is a problem: in a root it is not applied. */
export function parseDeclaration(declared: Declared): ParsedDeclaration {
  switch (declarationKind(declared.manifest)) {
    case 'argoproj.io/Application':
      return parseApplication(declared)
    case 'argoproj.io/AppProject':
      return parseProject(declared)
    case 'argoproj.io/ApplicationSet':
      return unsupported(declared, 'write the applications out')
    case 'kustomize.toolkit.fluxcd.io/Kustomization':
    case 'source.toolkit.fluxcd.io/GitRepository':
      return unsupported(declared, 'declare an Argo CD Application')
    default:
      return only(declared, {
        code: 'not-a-declaration',
        message: `${declared.manifest.kind} ${nameOf(declared)} stands in a root, where only declarations are followed; move it into an application`,
      })
  }
}

function unsupported(declared: Declared, advice: string): ParsedDeclaration {
  const { kind } = declared.manifest
  return only(declared, {
    code: 'unsupported',
    message: `${kind} ${nameOf(declared)} is not supported yet; ${advice}`,
  })
}

function only(
  { declaredAt }: Declared,
  problem: Pick<DeclarationProblem, 'code' | 'message'>,
): ParsedDeclaration {
  return { kind: 'problems', problems: [{ ...problem, file: declaredAt.path, line: declaredAt.line }] }
}

function nameOf({ manifest }: Declared): string {
  return manifest.metadata.name ?? manifest.metadata.generateName ?? ''
}
