/**
 * Creates the server form of an island. `function Counter(props) {…}` keeps its body under another name, and `Counter`
 * becomes a function that passes body and props to the runtime, so hoisting, recursion and every export form stay
 * unchanged.
 */
import { template, types } from '@babel/core'
import type { ComponentModel } from '../model.ts'
import { ANONYMOUS_DEFAULT } from './component-units.ts'

/** Local names of a module's islands, and the local name of the runtime's function. */
interface IslandNames {
  readonly islands: ReadonlyMap<string, ComponentModel>
  /** Local names of the islands that have no body here: see `client-only.ts`. */
  readonly dropped: ReadonlySet<string>
  readonly islandFunction: string
  /** The module's variables with the manifest facts of components, by the name of the component. */
  readonly facts: ReadonlyMap<string, string>
  /** Returns a name that the module doesn't use yet. */
  fresh(name: string): string
}

const WRAPPER = template.expression('(props) => CALL_OF_ISLAND')
const OPTIONS = template.expression('CALL[1]')
const NO_BODY = () => types.identifier('undefined')
const BODY = template.expression('CALL[0]')

/** Returns the top-level statements that replace the module's old body. */
export function wrapIslands(body: readonly types.Statement[], names: IslandNames): types.Statement[] {
  return body.flatMap((statement) => wrapStatement(statement, names))
}

function wrapStatement(statement: types.Statement, names: IslandNames): types.Statement[] {
  if (statement.type === 'ExportDefaultDeclaration') return wrapDefault(statement, names)
  const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (inner?.type === 'FunctionDeclaration') {
    const island = names.islands.get(inner.id?.name ?? '')
    if (island === undefined || !inner.id) return [statement]
    const [implementation, wrapper] = wrapFunction(inner, inner.id.name, island, names)
    return [...implementation, statement === inner ? wrapper : types.exportNamedDeclaration(wrapper)]
  }
  if (inner?.type !== 'VariableDeclaration') return [statement]
  // Only the wrappers have the exported names; the bodies precede them.
  const bodies: types.VariableDeclarator[] = []
  const declarators = inner.declarations.map((declarator) => {
    const island = declarator.id.type === 'Identifier' ? names.islands.get(declarator.id.name) : undefined
    if (island === undefined || declarator.id.type !== 'Identifier' || !declarator.init) return declarator
    const [body, wrapper] = wrapValue(declarator.id.name, declarator.init, island, names)
    bodies.push(...body)
    return wrapper
  })
  if (declarators.every((declarator, at) => declarator === inner.declarations[at])) return [statement]
  const wrappers = types.variableDeclaration(inner.kind, declarators)
  return [
    ...(bodies.length === 0 ? [] : [types.variableDeclaration('const', bodies)]),
    statement === inner ? wrappers : types.exportNamedDeclaration(wrappers),
  ]
}

function wrapDefault(statement: types.ExportDefaultDeclaration, names: IslandNames): types.Statement[] {
  const { declaration } = statement
  if (declaration.type === 'FunctionDeclaration') {
    const local = declaration.id?.name ?? ANONYMOUS_DEFAULT
    const island = names.islands.get(local)
    if (island === undefined) return [statement]
    const [implementation, wrapper] = wrapFunction(
      declaration,
      declaration.id?.name ?? names.fresh(island.name),
      island,
      names,
    )
    return [...implementation, types.exportDefaultDeclaration(wrapper)]
  }
  const island = names.islands.get(ANONYMOUS_DEFAULT)
  if (island === undefined || !types.isExpression(declaration)) return [statement]
  const local = names.fresh(island.name)
  const [body, wrapper] = wrapValue(local, declaration, island, names, ANONYMOUS_DEFAULT)
  return [
    types.variableDeclaration('const', [...body, wrapper]),
    types.exportDefaultDeclaration(types.identifier(local)),
  ]
}

function wrapFunction(
  declaration: types.FunctionDeclaration,
  local: string,
  island: ComponentModel,
  names: IslandNames,
): [types.Statement[], types.FunctionDeclaration] {
  const isDropped = names.dropped.has(declaration.id?.name ?? ANONYMOUS_DEFAULT)
  const implementation = names.fresh(island.name)
  const wrapper = types.functionDeclaration(
    types.identifier(local),
    [types.identifier('props')],
    types.blockStatement([
      types.returnStatement(
        createCall(island, isDropped ? NO_BODY() : types.identifier(implementation), undefined, names),
      ),
    ]),
  )
  return [isDropped ? [] : [{ ...declaration, id: types.identifier(implementation) }], wrapper]
}

/**
 * `const Chart = island(Impl, options)` or a function value: returns the declarators of the body and of the wrapper.
 */
function wrapValue(
  local: string,
  value: types.Expression,
  island: ComponentModel,
  names: IslandNames,
  exported = local,
): [body: types.VariableDeclarator[], wrapper: types.VariableDeclarator] {
  const implementation = names.fresh(island.name)
  const isCall = value.type === 'CallExpression'
  const body = isCall ? types.arrayExpression(value.arguments.filter((item) => types.isExpression(item))) : value
  const isDropped = !isCall && names.dropped.has(exported)
  const held = isDropped ? NO_BODY() : types.identifier(implementation)
  const call = isCall
    ? createCall(island, BODY({ CALL: held }), OPTIONS({ CALL: types.cloneNode(held) }), names)
    : createCall(island, held, undefined, names)
  const wrapper = WRAPPER({ CALL_OF_ISLAND: call })
  return [
    isDropped ? [] : [types.variableDeclarator(types.identifier(implementation), body)],
    types.variableDeclarator(types.identifier(local), wrapper),
  ]
}

function createCall(
  island: ComponentModel,
  body: types.Expression,
  options: types.Expression | undefined,
  { islandFunction, facts }: IslandNames,
): types.CallExpression {
  const known = facts.get(island.exportName)
  return types.callExpression(types.identifier(islandFunction), [
    types.stringLiteral(island.id),
    types.stringLiteral(island.name),
    body,
    types.identifier('props'),
    ...(options === undefined && known === undefined ? [] : [options ?? types.identifier('undefined')]),
    ...(known === undefined ? [] : [types.identifier(known)]),
  ])
}
