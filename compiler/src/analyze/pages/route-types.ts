/** Finds the types of the parameters of route files: plain TypeScript doesn't know which page a file is. */
import { patternOfFile } from '@fw/runtime/contract'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { Fix, RouteModel, SourceSpan, TextEdit } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'
import { getNodeSpan } from '../modules/node-span.ts'
import { getTree } from '../modules/tree-cache.ts'

/** A parameter of a route file without a type, or with the type of another page. */
export interface RouteTypeFact {
  readonly problem: 'untyped' | 'other-route'
  readonly file: string
  /** The type that it should have, such as `PageProps<'/orders/[id]'>`. */
  readonly type: string
  readonly span: SourceSpan
  readonly fixes: readonly Fix[]
}

const RUNTIME = '@fw/runtime'

/** Finds the problems of one route file. An app without a `tsconfig.json` has no types, and neither has JavaScript. */
export function findRouteTypes(reader: AppReader, file: string, route: RouteModel): readonly RouteTypeFact[] {
  const tree = /\.tsx?$/.test(file) && reader.textOf('tsconfig.json') !== undefined ? getTree(reader, file) : undefined
  if (tree === undefined) return []
  const own = nameTypes(route)
  return [
    ...checkFunction({ ts: reader.ts, file, tree }, findDefaultFunction(reader.ts, tree), own.props),
    ...checkFunction({ ts: reader.ts, file, tree }, findMetaFunction(reader.ts, tree), own.meta),
  ]
}

/** A type of the framework, with the pattern of the route if it has one. */
interface RouteType {
  readonly name: string
  readonly pattern?: string
}

function nameTypes({ kind, filePath, pattern }: RouteModel): { readonly props: RouteType; readonly meta?: RouteType } {
  if (kind === 'error') return { props: { name: 'ErrorPageProps' } }
  if (kind === 'not-found') return { props: { name: 'PageProps' } }
  if (kind === 'page' && pattern !== undefined)
    return { props: { name: 'PageProps', pattern }, meta: { name: 'MetaProps', pattern } }
  const folder = patternOfFile(filePath.replace(/_layout(?=\.[jt]sx?$)/, 'index'))
  // Only a layout below a parameter has parameters of its own.
  return { props: { name: 'LayoutProps', ...(folder.includes('[') && { pattern: folder }) } }
}

function printType({ name, pattern }: RouteType): string {
  return pattern === undefined ? name : `${name}<'${pattern}'>`
}

/** A parsed file. */
interface OpenTree {
  readonly ts: typeof ts
  readonly file: string
  readonly tree: ts.SourceFile
}

type RouteFunction = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression

function checkFunction(
  open: OpenTree,
  found: RouteFunction | undefined,
  type: RouteType | undefined,
): readonly RouteTypeFact[] {
  const parameter = found?.parameters[0]
  if (found === undefined || parameter === undefined || type === undefined) return []
  const fact = { file: open.file, type: printType(type) }
  if (parameter.type === undefined)
    return parameter.initializer === undefined && parameter.dotDotDotToken === undefined
      ? [
          {
            ...fact,
            problem: 'untyped',
            span: getNodeSpan(open.file, parameter.name),
            fixes: addType(open, found, type),
          },
        ]
      : []
  const written = findOtherPattern(open, parameter.type, type)
  if (written === undefined) return []
  const span = getNodeSpan(open.file, written)
  const edits = [{ span, text: `'${type.pattern}'` }]
  return [{ ...fact, problem: 'other-route', span, fixes: [{ title: `Change to "${type.pattern}"`, edits }] }]
}

/** Returns the pattern in `PageProps<'/orders/[id]'>` if it isn't the route's. */
function findOtherPattern({ ts }: OpenTree, node: ts.TypeNode, type: RouteType): ts.LiteralTypeNode | undefined {
  if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName) || node.typeName.text !== type.name) return
  const [argument] = node.typeArguments ?? []
  if (argument === undefined || !ts.isLiteralTypeNode(argument) || !ts.isStringLiteral(argument.literal)) return
  return type.pattern === undefined || argument.literal.text === type.pattern ? undefined : argument
}

/** Adds the type to the parameter, and its import. Returns no fix if the name has another meaning in the file. */
function addType(open: OpenTree, found: RouteFunction, type: RouteType): readonly Fix[] {
  const { ts, file, tree } = open
  const parameter = found.parameters[0]
  const imported = importType(open, type.name)
  if (parameter === undefined || imported === undefined) return []
  const { end } = parameter.name
  const start = parameter.getStart(tree)
  // `props => …` needs parentheses.
  const isBare =
    ts.isArrowFunction(found) && !found.getChildren(tree).some(({ kind }) => kind === ts.SyntaxKind.OpenParenToken)
  const insert = (at: number, text: string): TextEdit => ({ span: createSpan(file, tree.text, at, at), text })
  const edits = [
    ...imported,
    ...(isBare ? [insert(start, '(')] : []),
    insert(end, `: ${printType(type)}${isBare ? ')' : ''}`),
  ]
  return [{ title: `Add the type ${printType(type)}`, edits }]
}

function importType({ ts, file, tree }: OpenTree, name: string): readonly TextEdit[] | undefined {
  const insert = (at: number, text: string): TextEdit => ({ span: createSpan(file, tree.text, at, at), text })
  let list: { readonly names: ts.NamedImports; readonly isTypeOnly: boolean } | undefined
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement)) {
      if ('name' in statement && statement.name !== undefined && (statement.name as ts.Node).getText(tree) === name)
        return
      continue
    }
    const clause = statement.importClause
    const isRuntime = ts.isStringLiteral(statement.moduleSpecifier) && statement.moduleSpecifier.text === RUNTIME
    const names = clause?.namedBindings
    if (names === undefined || !ts.isNamedImports(names)) continue
    const known = names.elements.find((element) => element.name.text === name)
    if (known !== undefined) return isRuntime && known.propertyName === undefined ? [] : undefined
    if (isRuntime && names.elements.length > 0) list = { names, isTypeOnly: clause?.isTypeOnly === true }
  }
  const last = list?.names.elements.at(-1)
  if (list !== undefined && last !== undefined) return [insert(last.end, `, ${list.isTypeOnly ? '' : 'type '}${name}`)]
  const at = tree.statements[0]?.getStart(tree) ?? 0
  return [insert(at, `import type { ${name} } from '${RUNTIME}'\n`)]
}

/** Returns the function that is exported by default, if it is in this file. */
function findDefaultFunction(tsModule: typeof ts, tree: ts.SourceFile): RouteFunction | undefined {
  for (const statement of tree.statements) {
    if (tsModule.isExportAssignment(statement) && !statement.isExportEquals) {
      const { expression } = statement
      return tsModule.isIdentifier(expression)
        ? findFunction(tsModule, tree, expression.text)
        : asFunction(tsModule, expression)
    }
    const modifiers = tsModule.canHaveModifiers(statement) ? (tsModule.getModifiers(statement) ?? []) : []
    if (modifiers.some(({ kind }) => kind === tsModule.SyntaxKind.DefaultKeyword))
      return tsModule.isFunctionDeclaration(statement) ? statement : undefined
  }
  return undefined
}

function findMetaFunction(tsModule: typeof ts, tree: ts.SourceFile): RouteFunction | undefined {
  return findFunction(tsModule, tree, 'meta', true)
}

/** Finds a top-level function by its name. The type of a constant is the type of its function, too. */
function findFunction(
  tsModule: typeof ts,
  tree: ts.SourceFile,
  name: string,
  isExported = false,
): RouteFunction | undefined {
  for (const statement of tree.statements) {
    const modifiers = tsModule.canHaveModifiers(statement) ? (tsModule.getModifiers(statement) ?? []) : []
    if (isExported && !modifiers.some(({ kind }) => kind === tsModule.SyntaxKind.ExportKeyword)) continue
    if (tsModule.isFunctionDeclaration(statement) && statement.name?.text === name) return statement
    if (!tsModule.isVariableStatement(statement)) continue
    for (const { name: bound, initializer, type } of statement.declarationList.declarations)
      if (tsModule.isIdentifier(bound) && bound.text === name)
        return type === undefined && initializer !== undefined ? asFunction(tsModule, initializer) : undefined
  }
  return undefined
}

function asFunction(tsModule: typeof ts, node: ts.Expression): RouteFunction | undefined {
  return tsModule.isArrowFunction(node) || tsModule.isFunctionExpression(node) ? node : undefined
}
