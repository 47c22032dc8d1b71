import ts from 'typescript'

/** What only a handler may reach for: the environment, the clock, randomness, the network, and doors to them all. */
const denied = new Set(
  `process Buffer global globalThis self window require eval Function fetch XMLHttpRequest WebSocket navigator performance
  console setTimeout setInterval setImmediate queueMicrotask caches indexedDB localStorage`.split(/\s+/),
)
const pure = { Date: ['parse', 'UTC'], crypto: ['subtle'] }
const impure = { Math: ['random'] }

/** `line: name` of everything in a module's text that asks for what src gets as an argument. Types may name anything. */
export function impuritiesOf(path, text) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const own = declaredIn(file)
  const found = []

  function visit(node) {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isIdentifier(node) && isRead(node) && !own.has(node.text)) {
      const name = nameOf(node)
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      if (name !== undefined) found.push(`${line + 1}: ${name}`)
    }
    ts.forEachChild(node, visit)
  }

  visit(file)
  return found
}

function nameOf(node) {
  const { text, parent } = node
  if (denied.has(text)) return text
  const member =
    ts.isPropertyAccessExpression(parent) && parent.expression === node ? parent.name.text : undefined
  if (Object.hasOwn(pure, text) && !pure[text].includes(member) && !isDateOfSomething(node)) return text
  if (Object.hasOwn(impure, text) && (member === undefined || impure[text].includes(member))) return text
  return undefined
}

/** `new Date(…)` of a moment that was given, and `instanceof Date`. */
function isDateOfSomething({ text, parent }) {
  if (text !== 'Date') return false
  if (ts.isNewExpression(parent)) return (parent.arguments?.length ?? 0) > 0
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword
}

/** Not the name of a member, of a key or of what is declared here. */
function isRead(node) {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent)) return parent.name !== node
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isLabeledStatement(parent))
    return false
  if (ts.isShorthandPropertyAssignment(parent)) return true
  if (ts.isBindingElement(parent)) return parent.initializer === node
  return !('name' in parent && parent.name === node)
}

function declaredIn(file) {
  const names = new Set()

  function visit(node) {
    const { name } = node
    const declares =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isImportSpecifier(node) ||
      ts.isImportClause(node) ||
      ts.isNamespaceImport(node)
    if (declares && name !== undefined && ts.isIdentifier(name)) names.add(name.text)
    ts.forEachChild(node, visit)
  }

  visit(file)
  return names
}
