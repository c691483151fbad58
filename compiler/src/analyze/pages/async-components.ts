/** Finds elements of components that are async functions, which only the framework awaits: as pages and layouts. */
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'
import type { ResolveImport } from '../modules/resolve-import.ts'
import { getTree, readOnce } from '../modules/tree-cache.ts'
import { readValueImports } from '../modules/value-imports.ts'
import { COMPONENT_FILE } from './analyzed-components.ts'

export interface AsyncComponentFact {
  readonly name: string
  readonly span: SourceSpan
}

/** Where a name of a module comes from: an async function of the module, or an export of another one. */
type Source = 'async' | { readonly specifier: string; readonly name: string }

interface ModuleComponents {
  /** Names in the module. */
  readonly locals: ReadonlyMap<string, Source>
  /** Names of exports, and `*` for each re-exported module. */
  readonly exports: readonly (readonly [name: string, source: Source])[]
  /** Elements of components. */
  readonly elements: readonly { readonly tag: string; readonly start: number; readonly end: number }[]
}

export function findAsyncComponents(
  reader: AppReader,
  files: readonly string[],
  resolveImport: ResolveImport,
): readonly AsyncComponentFact[] {
  const isAsync = (source: Source | undefined, from: string, seen: ReadonlySet<string>): boolean => {
    if (source === undefined || source === 'async') return source === 'async'
    const file = resolveImport(source.specifier, from)
    if (file === undefined || seen.has(file)) return false
    const { exports = [] } = readOnce(reader, file, readModule) ?? {}
    const next = new Set([...seen, file])
    const named = exports.filter(([name]) => name === source.name)
    const found = named.length > 0 ? named : exports.filter(([name]) => name === '*')
    return found.some(([name, other]) =>
      isAsync(other !== 'async' && name === '*' ? { ...other, name: source.name } : other, file, next),
    )
  }
  return files
    .filter((file) => COMPONENT_FILE.test(file))
    .flatMap((file) => {
      const text = getTree(reader, file)?.text ?? ''
      const { locals = new Map<string, Source>(), elements = [] } = readOnce(reader, file, readModule) ?? {}
      return elements
        .filter(({ tag }) => isAsync(locals.get(tag), file, new Set([file])))
        .map(({ tag, start, end }) => ({ name: tag, span: createSpan(file, text, start, end) }))
    })
}

function readModule(tsModule: typeof ts, file: ts.SourceFile): ModuleComponents {
  const locals = new Map<string, Source>()
  for (const { specifier, names } of readValueImports(tsModule, file))
    for (const [local, name] of names) if (name !== '*') locals.set(local, { specifier, name })
  const exports: [string, Source][] = []
  for (const statement of file.statements) {
    const isExported = tsModule.canHaveModifiers(statement) && hasModifier(tsModule, statement, 'ExportKeyword')
    const isDefault = tsModule.canHaveModifiers(statement) && hasModifier(tsModule, statement, 'DefaultKeyword')
    for (const name of listAsyncFunctions(tsModule, statement)) {
      locals.set(name, 'async')
      if (isExported) exports.push([isDefault ? 'default' : name, 'async'])
    }
    if (tsModule.isExportDeclaration(statement)) exports.push(...readReExports(tsModule, statement, locals))
    if (tsModule.isExportAssignment(statement) && tsModule.isIdentifier(statement.expression))
      exports.push(['default', locals.get(statement.expression.text) ?? { specifier: '', name: '' }])
  }
  const elements: { tag: string; start: number; end: number }[] = []
  const visit = (node: ts.Node): void => {
    if (tsModule.isJsxOpeningElement(node) || tsModule.isJsxSelfClosingElement(node)) {
      const { tagName } = node
      if (tsModule.isIdentifier(tagName) && /^[A-Z]/.test(tagName.text))
        elements.push({ tag: tagName.text, start: tagName.getStart(file), end: tagName.end })
    }
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  return { locals, exports, elements }
}

function hasModifier(tsModule: typeof ts, node: ts.HasModifiers, kind: keyof typeof ts.SyntaxKind): boolean {
  return tsModule.getModifiers(node)?.some((one) => one.kind === tsModule.SyntaxKind[kind]) === true
}

/** Returns the names of the async functions that a statement declares. */
function listAsyncFunctions(tsModule: typeof ts, statement: ts.Statement): readonly string[] {
  const isAsync = (node: ts.Node | undefined) =>
    node !== undefined &&
    (tsModule.isFunctionDeclaration(node) || tsModule.isArrowFunction(node) || tsModule.isFunctionExpression(node)) &&
    hasModifier(tsModule, node, 'AsyncKeyword')
  if (tsModule.isFunctionDeclaration(statement)) return isAsync(statement) ? [statement.name?.text ?? 'default'] : []
  if (!tsModule.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    tsModule.isIdentifier(name) && isAsync(initializer) ? [name.text] : [],
  )
}

function readReExports(
  tsModule: typeof ts,
  { exportClause, moduleSpecifier, isTypeOnly }: ts.ExportDeclaration,
  locals: ReadonlyMap<string, Source>,
): [string, Source][] {
  const specifier = moduleSpecifier && tsModule.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined
  if (isTypeOnly) return []
  if (exportClause === undefined) return specifier === undefined ? [] : [['*', { specifier, name: '*' }]]
  if (!tsModule.isNamedExports(exportClause)) return []
  return exportClause.elements.flatMap(({ name, propertyName = name }): [string, Source][] => {
    const source = specifier === undefined ? locals.get(propertyName.text) : { specifier, name: propertyName.text }
    return source === undefined ? [] : [[name.text, source]]
  })
}
