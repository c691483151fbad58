/** What a module's syntax shows about the islands and stores of the pages that load it. Reads a single tree. */
import type { ts } from '#program/typescript.ts'
import { readValueImports } from '../modules/value-imports.ts'

type Ts = typeof ts

interface MountingCode {
  /** Specifiers of the modules that it loads. */
  readonly specifiers: readonly string[]
  /** Whether it may use a store, or code that no import names. */
  readonly mayMount: boolean
}

const RUNTIME = /^@fw\/runtime(?:\/|$)/
/** Entry points for generated code and tests, which render components. */
const RENDERING = /^@fw\/runtime\/(?:compiled|testing|tooling)(?:\/|$)/
/** Names that may stand for a store, an island, or a module that a bundler includes. */
const NAMES: ReadonlySet<string> = new Set(['useStore', 'hostReact', 'require'])

export function readMountingCode(ts: Ts, file: ts.SourceFile): MountingCode {
  const imports = readValueImports(ts, file)
  const declared = new Set<string>()
  const tags = new Set<string>()
  const callees = new Set<string>()
  let mayMount = imports.some(
    ({ specifier, names }) => RENDERING.test(specifier) || (RUNTIME.test(specifier) && isWhole(names)),
  )
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && NAMES.has(node.text)) mayMount = true
    else if (ts.isJsxNamespacedName(node) && node.namespace.text === 'client') mayMount = true
    else if (ts.isExternalModuleReference(node)) mayMount = true
    else if (ts.isCallExpression(node)) {
      if (loadsComputed(ts, node)) mayMount = true
      if (ts.isIdentifier(node.expression)) callees.add(node.expression.text)
    } else if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
      const root = findRoot(ts, node.tagName)
      if (root !== undefined) tags.add(root)
    }
    const name = findDeclaredName(ts, node)
    if (name !== undefined) declared.add(name)
    ts.forEachChild(node, visit)
  }
  visit(file)
  // A plugin of the app's Vite configuration may import names that the source doesn't declare.
  const isForeign = (name: string) => !declared.has(name)
  if ([...tags].some(isForeign) || [...callees].some((name) => isForeign(name) && !(name in globalThis)))
    mayMount = true
  return { specifiers: imports.map(({ specifier }) => specifier), mayMount }
}

/** Whether an import binds every export of its module: `import * as`, and `export … from`, which binds no name. */
function isWhole(names: ReadonlyMap<string, string>): boolean {
  return names.size === 0 || [...names.values()].includes('*')
}

/** Whether a call loads modules that the source doesn't name: `import(path)`, `import.meta.glob('./*.tsx')`. */
function loadsComputed(ts: Ts, { expression, arguments: [first] }: ts.CallExpression): boolean {
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return first === undefined || !ts.isStringLiteralLike(first)
  const owner = ts.isPropertyAccessExpression(expression) ? expression.expression : undefined
  return (
    owner !== undefined &&
    ts.isMetaProperty(owner) &&
    /^glob/.test((expression as ts.PropertyAccessExpression).name.text)
  )
}

/** Returns the variable that a component's tag names; `undefined` for an HTML element. */
function findRoot(ts: Ts, tag: ts.JsxTagNameExpression): string | undefined {
  if (ts.isIdentifier(tag)) return /^[a-z]/.test(tag.text) ? undefined : tag.text
  let root: ts.Node = tag
  while (ts.isPropertyAccessExpression(root)) root = root.expression
  return ts.isIdentifier(root) ? root.text : undefined
}

/** Returns the name that a node declares, in any scope. `declare` only describes names. */
function findDeclaredName(ts: Ts, node: ts.Node): string | undefined {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassLike(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isImportClause(node) ||
    ts.isImportSpecifier(node) ||
    ts.isNamespaceImport(node)
  if (!isDeclaration || (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Ambient) !== 0) return undefined
  return node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : undefined
}
