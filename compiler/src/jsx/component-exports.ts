/** The exported bindings of a module and its top-level functions, in all syntactic forms. */
import type { NodePath, types } from '@babel/core'
import { ANONYMOUS_DEFAULT } from './component-units.ts'

interface ExportedComponent {
  /** Local name; `ANONYMOUS_DEFAULT` for an anonymous default export. */
  readonly local: string
  readonly exportName: string
  /** The statement that declares it, for its position and its leading comments. */
  readonly statement: types.Statement
}

export interface ComponentExports {
  readonly exported: readonly ExportedComponent[]
  /** Top-level functions by local name, exported or not. */
  readonly functions: ReadonlyMap<string, NodePath>
  /** Top-level bindings with a call of a named function as their value. */
  readonly calls: ReadonlyMap<string, NodePath<types.CallExpression>>
}

/** Reads the top level of a module. Re-exports of other modules aren't components of this one. */
export function findExports(program: NodePath<types.Program>): ComponentExports {
  const functions = new Map<string, NodePath>()
  const calls = new Map<string, NodePath<types.CallExpression>>()
  const statements = new Map<string, types.Statement>()
  const exported = new Map<string, string>()

  const declare = (path: NodePath<types.Node | null | undefined>, statement: types.Statement): readonly string[] => {
    if (path.isFunctionDeclaration()) {
      const local = path.node.id?.name ?? ANONYMOUS_DEFAULT
      functions.set(local, path)
      statements.set(local, statement)
      return [local]
    }
    if (!path.isVariableDeclaration()) return []
    return path.get('declarations').flatMap((declarator) => {
      const { id } = declarator.node
      if (id.type !== 'Identifier') return []
      statements.set(id.name, statement)
      bindValue(id.name, declarator.get('init'))
      return [id.name]
    })
  }
  const bindValue = (local: string, init: NodePath<types.Node | null | undefined>) => {
    const value = withoutTypes(init)
    if (value.isArrowFunctionExpression() || value.isFunctionExpression()) functions.set(local, value)
    else if (value.isCallExpression() && value.node.callee.type === 'Identifier') calls.set(local, value)
  }

  for (const path of program.get('body')) {
    if (path.isExportDefaultDeclaration()) {
      const declaration = path.get('declaration')
      if (declaration.isIdentifier()) exported.set(declaration.node.name, 'default')
      else {
        const [local = ANONYMOUS_DEFAULT] = declare(declaration, path.node)
        if (!functions.has(local)) bindValue(local, declaration)
        statements.set(local, path.node)
        exported.set(local, 'default')
      }
    } else if (path.isExportNamedDeclaration()) {
      for (const local of declare(path.get('declaration'), path.node)) exported.set(local, local)
      if (path.node.source || path.node.exportKind === 'type') continue
      for (const specifier of path.node.specifiers) {
        if (specifier.type !== 'ExportSpecifier' || exported.has(specifier.local.name)) continue
        const outer = specifier.exported
        exported.set(specifier.local.name, outer.type === 'Identifier' ? outer.name : outer.value)
      }
    } else declare(path, path.node)
  }
  return {
    exported: [...exported].flatMap(([local, exportName]) => {
      const statement = statements.get(local)
      return statement === undefined ? [] : [{ local, exportName, statement }]
    }),
    functions,
    calls,
  }
}

/** `((props) => …) satisfies Component` is the function. */
function withoutTypes(path: NodePath<types.Node | null | undefined>): NodePath<types.Node | null | undefined> {
  let current = path
  while (current.isTSAsExpression() || current.isTSSatisfiesExpression() || current.isParenthesizedExpression())
    current = current.get('expression') as NodePath<types.Node> // all three have one `expression`, and `get` cannot narrow a union
  return current
}
