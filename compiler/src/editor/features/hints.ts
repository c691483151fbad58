/** Notes beside the code: the guard and scopes of a called tool, and why a component is an island. */
import type { ApiModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppFile } from '../app/editor-session.ts'
import { printDefinition } from './describe.ts'

export interface EditorHint {
  /** Offset in the file, behind the name. */
  readonly position: number
  readonly text: string
}

/** Returns the notes between two offsets. */
export function listHints(tsModule: typeof ts, open: AppFile, range: { start: number; end: number }): EditorHint[] {
  const all = [...listCallHints(tsModule, open), ...listIslandHints(tsModule, open)]
  return all
    .filter(({ position }) => range.start <= position && position <= range.end)
    .sort((left, right) => left.position - right.position)
}

function listIslandHints(tsModule: typeof ts, { app, program, source, file }: AppFile): EditorHint[] {
  const islands = app.components(program).filter((one) => one.file === file && one.island)
  return islands.flatMap(({ name, span, reasons }) => {
    const statement = source.statements.find((one) => one.getStart(source) === span.start)
    const at = statement && findNameEnd(tsModule, statement, name)
    return at === undefined ? [] : [{ position: at, text: `island because of ${reasons.join(', ')}` }]
  })
}

/** Returns the end of a component's name, or of `default` for an anonymous default export. */
function findNameEnd(tsModule: typeof ts, statement: ts.Statement, name: string): number | undefined {
  if (tsModule.isVariableStatement(statement)) {
    const declared = statement.declarationList.declarations
    return (declared.find((one) => tsModule.isIdentifier(one.name) && one.name.text === name) ?? declared[0])?.name.end
  }
  if (tsModule.isFunctionDeclaration(statement) && statement.name !== undefined) return statement.name.end
  const text = /^export\s+default/.exec(statement.getText())?.[0]
  return text === undefined ? undefined : statement.getStart() + text.length
}

/** Returns the hints of calls of apis that this file imports, without those that any caller may call. */
function listCallHints(tsModule: typeof ts, open: AppFile): EditorHint[] {
  const { source } = open
  const imported = listImportedApis(tsModule, open)
  if (imported.size === 0) return []
  const checker = open.program.getTypeChecker()
  const found: EditorHint[] = []
  const visit = (node: ts.Node): void => {
    const called =
      tsModule.isCallExpression(node) && tsModule.isIdentifier(node.expression) ? node.expression : undefined
    const known = called && imported.get(called.text)
    if (called !== undefined && known !== undefined && checker.getSymbolAtLocation(called) === known.symbol)
      found.push({ position: called.end, text: printDefinition(known.api) })
    tsModule.forEachChild(node, visit)
  }
  visit(source)
  return found
}

interface ImportedApi {
  readonly api: ApiModel
  readonly symbol: ts.Symbol | undefined
}

/** Returns the guarded apis that a file imports, by their local names. */
function listImportedApis(tsModule: typeof ts, open: AppFile): ReadonlyMap<string, ImportedApi> {
  const { app, program, source, file } = open
  const resolveImport = app.importResolver(program)
  const { modules } = app.names(program)
  const checker = program.getTypeChecker()
  const found = new Map<string, ImportedApi>()
  for (const statement of source.statements) {
    if (!tsModule.isImportDeclaration(statement) || !tsModule.isStringLiteral(statement.moduleSpecifier)) continue
    const bindings = statement.importClause?.namedBindings
    if (bindings === undefined || !tsModule.isNamedImports(bindings)) continue
    const target = resolveImport(statement.moduleSpecifier.text, file)
    const module = modules.find((one) => one.file === target)
    if (module === undefined) continue
    for (const { name, propertyName } of bindings.elements) {
      const api = module.apis.find(({ exportName }) => exportName === (propertyName ?? name).text)
      if (api !== undefined && (api.guard !== 'auto' || api.scopes.length > 0))
        found.set(name.text, { api, symbol: checker.getSymbolAtLocation(name) })
    }
  }
  return found
}
