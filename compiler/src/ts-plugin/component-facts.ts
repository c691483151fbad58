/**
 * Links and intents of a component file, off TypeScript's own tree: what `jsx/` finds with Babel, which no editor loads.
 * What makes a component an island is not told here.
 */
import { basename } from 'node:path'
import { importedNames } from '../analyze/api-exports.ts'
import type { AnalyzedComponents } from '../analyze/components.ts'
import { unwrap } from '../analyze/static-value.ts'
import { spanOf } from '../diagnostic/frame.ts'
import type { ComponentModel, IntentModel, SourceSpan } from '../model.ts'
import type { ts } from '../program/typescript.ts'

type Ts = typeof ts

/** Attributes of elements that hold an address of the app. */
export const ADDRESS_ATTRIBUTES: ReadonlySet<string> = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'formAction',
  'poster',
])

/** `file` relative to the root. */
export function readComponents(ts: Ts, source: ts.SourceFile, file: string): AnalyzedComponents {
  const at = (node: ts.Node) => spanOf(file, source.text, node.getStart(source), node.end)
  return { components: components(ts, source, file, at), links: links(ts, source, at), syntax: [] }
}

function links(ts: Ts, source: ts.SourceFile, at: (node: ts.Node) => SourceSpan): AnalyzedComponents['links'] {
  const redirects = importedNames(ts, source, 'redirect').direct
  const found: { to: string; span: SourceSpan }[] = []
  const add = (node: ts.Node | undefined): void => {
    if (node !== undefined && ts.isStringLiteralLike(node) && /^\/(?![/\\])/.test(node.text))
      found.push({ to: node.text, span: at(node) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxAttribute(node) && isAddress(ts, node)) {
      const value = node.initializer
      add(value && ts.isJsxExpression(value) ? value.expression : value)
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && redirects.has(node.expression.text))
      add(node.arguments[0])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** `href` of `<a>`, not of `<Link>`. */
export function isAddress(ts: Ts, attribute: ts.JsxAttribute): boolean {
  const element = attribute.parent.parent
  return (
    ts.isIdentifier(attribute.name) &&
    ADDRESS_ATTRIBUTES.has(attribute.name.text) &&
    ts.isIdentifier(element.tagName) &&
    /^[a-z]/.test(element.tagName.text)
  )
}

function components(
  ts: Ts,
  source: ts.SourceFile,
  file: string,
  at: (node: ts.Node) => SourceSpan,
): readonly ComponentModel[] {
  const calls = importedNames(ts, source, 'intent').direct
  if (calls.size === 0) return []
  const intentsIn = (component: string, body: ts.Node): IntentModel[] => {
    const intents: IntentModel[] = []
    const visit = (node: ts.Node): void => {
      const intent =
        ts.isCallExpression(node) && ts.isIdentifier(node.expression) && calls.has(node.expression.text)
          ? readIntent(ts, component, node, at)
          : undefined
      if (intent !== undefined) intents.push(intent)
      ts.forEachChild(node, visit)
    }
    visit(body)
    return intents
  }
  const local = new Map<string, ts.Node>()
  for (const statement of source.statements)
    for (const { name, body } of functionsOf(ts, statement)) local.set(name, body)
  return exportsOf(ts, source).flatMap(({ name, exportName, node }): ComponentModel[] => {
    const shown = exportName === 'default' ? (name ?? nameOfFile(file)) : exportName
    const body = name === undefined ? node : local.get(name)
    if (body === undefined || !/^[A-Z]/.test(shown)) return []
    const intents = intentsIn(shown, body)
    const base = { name: shown, exportName, file, span: at(node), id: `${file}#${exportName}` }
    return [{ ...base, island: false, reasons: [], intents }]
  })
}

interface LocalFunction {
  readonly name: string
  readonly body: ts.Node
}

/** Top-level functions of a statement, however they are written. */
function functionsOf(ts: Ts, statement: ts.Statement): readonly LocalFunction[] {
  if (ts.isFunctionDeclaration(statement))
    return statement.name === undefined ? [] : [{ name: statement.name.text, body: statement }]
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    const value = initializer && unwrap(ts, initializer)
    const isFunction = value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
    return isFunction && ts.isIdentifier(name) ? [{ name: name.text, body: value }] : []
  })
}

interface Exported {
  /** Local name; undefined for an anonymous default export. */
  readonly name: string | undefined
  readonly exportName: string
  readonly node: ts.Node
}

function exportsOf(ts: Ts, source: ts.SourceFile): readonly Exported[] {
  return source.statements.flatMap((statement): Exported[] => {
    if (ts.isExportAssignment(statement)) {
      const value = unwrap(ts, statement.expression)
      const name = ts.isIdentifier(value) ? value.text : undefined
      return [{ name, exportName: 'default', node: statement }]
    }
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause
      if (statement.moduleSpecifier !== undefined || clause === undefined || !ts.isNamedExports(clause)) return []
      return clause.elements.map((element) => ({
        name: (element.propertyName ?? element.name).text,
        exportName: element.name.text,
        node: statement,
      }))
    }
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
    const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind)
    if (!has(ts.SyntaxKind.ExportKeyword)) return []
    if (has(ts.SyntaxKind.DefaultKeyword)) {
      const name = ts.isFunctionDeclaration(statement) ? statement.name?.text : undefined
      return [{ name, exportName: 'default', node: statement }]
    }
    return functionsOf(ts, statement).map(({ name }) => ({ name, exportName: name, node: statement }))
  })
}

function readIntent(
  ts: Ts,
  component: string,
  call: ts.CallExpression,
  at: (node: ts.Node) => SourceSpan,
): IntentModel | undefined {
  const [name, definition] = call.arguments
  if (name === undefined || !ts.isStringLiteral(name)) return undefined
  const member = (key: string): ts.Expression | undefined => {
    const members = definition && ts.isObjectLiteralExpression(definition) ? definition.properties : []
    for (const one of members)
      if (ts.isPropertyAssignment(one) && ts.isIdentifier(one.name) && one.name.text === key) return one.initializer
    return undefined
  }
  const description = member('description')
  return {
    tool: `${component}.${name.text}`,
    name: name.text,
    span: at(call),
    input: { source: member('input') === undefined ? 'none' : 'schema' },
    output: { source: member('output') === undefined ? 'none' : 'schema' },
    ...(description !== undefined && ts.isStringLiteral(description) && { description: description.text }),
  }
}

/** `AddToCart` of `add-to-cart.tsx`. */
function nameOfFile(file: string): string {
  const stem = basename(file).replace(/\.[^.]+$/, '')
  return stem.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
