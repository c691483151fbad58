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
  const { isIdentifier, forEachChild, SyntaxKind } = ts
  const visit = (node: ts.Node): void => {
    if (isIdentifier(node)) {
      if (NAMES.has(node.text)) mayMount = true
      if (declaresName(ts, node)) declared.add(node.text)
      return
    }
    switch (node.kind) {
      case SyntaxKind.JsxNamespacedName:
        if ((node as ts.JsxNamespacedName).namespace.text === 'client') mayMount = true
        break
      case SyntaxKind.ExternalModuleReference:
        mayMount = true
        break
      case SyntaxKind.CallExpression: {
        const call = node as ts.CallExpression
        if (loadsComputed(ts, call)) mayMount = true
        if (isIdentifier(call.expression)) callees.add(call.expression.text)
        break
      }
      case SyntaxKind.JsxOpeningElement:
      case SyntaxKind.JsxSelfClosingElement: {
        const root = findRoot(ts, (node as ts.JsxOpeningLikeElement).tagName)
        if (root !== undefined) tags.add(root)
      }
    }
    forEachChild(node, visit)
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

/** Whether an identifier is the name of a declaration, in any scope. `declare` only describes names. */
function declaresName(ts: Ts, name: ts.Identifier): boolean {
  const { SyntaxKind } = ts
  const parent: ts.Node & { readonly name?: ts.Node } = name.parent
  if (parent.name !== name) return false
  switch (parent.kind) {
    case SyntaxKind.VariableDeclaration:
    case SyntaxKind.Parameter:
    case SyntaxKind.BindingElement:
    case SyntaxKind.FunctionDeclaration:
    case SyntaxKind.FunctionExpression:
    case SyntaxKind.ClassDeclaration:
    case SyntaxKind.ClassExpression:
    case SyntaxKind.EnumDeclaration:
    case SyntaxKind.ImportClause:
    case SyntaxKind.ImportSpecifier:
    case SyntaxKind.NamespaceImport:
      return (ts.getCombinedModifierFlags(parent as ts.Declaration) & ts.ModifierFlags.Ambient) === 0
    default:
      return false
  }
}
