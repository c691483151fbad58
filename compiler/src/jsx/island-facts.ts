/** Adds facts about an island's component to its server form, for the manifest that agents read. */
import { type NodePath, types } from '@babel/core'
import type { ComponentModel } from '../model.ts'
import { readImports } from './classify-components.ts'
import { storeName } from './imported-values.ts'
import { RUNTIME } from './reactive-names.ts'

/**
 * Finds the variables of the stores that the module uses; returns a function that creates the facts of a component as
 * an object.
 */
export function factsReader(
  program: NodePath<types.Program>,
): (component: ComponentModel) => types.ObjectExpression | undefined {
  const stores = findStores(program)
  return ({ description, shows = [], does = [] }) => {
    const used = [...new Set([...shows, ...does].map((name) => name.split(/[.[]/, 1)[0] ?? ''))]
    const members = used.flatMap((name) => {
      const store = stores.get(name)
      return store === undefined ? [] : [types.objectProperty(types.stringLiteral(name), types.cloneNode(store))]
    })
    const properties = [
      ...(description === undefined ? [] : [property('description', types.stringLiteral(description))]),
      ...(shows.length === 0 ? [] : [property('shows', texts(shows))]),
      ...(does.length === 0 ? [] : [property('does', texts(does))]),
      // Named as in `src/stores.ts`, which may differ from the local name.
      ...(members.length === 0
        ? []
        : [property('stores', types.arrowFunctionExpression([], types.objectExpression(members)))]),
    ]
    return properties.length === 0 ? undefined : types.objectExpression(properties)
  }
}

/**
 * Declares variables with the facts of each island that has some. They are at the end of the module: `var`, which is
 * hoisted.
 */
export function declareFacts(
  islands: readonly ComponentModel[],
  factsOf: ReturnType<typeof factsReader>,
  fresh: (name: string) => string,
): { readonly facts: ReadonlyMap<string, string>; readonly declarations: readonly types.Statement[] } {
  const facts = new Map<string, string>()
  const declarations = islands.flatMap((island) => {
    const printed = factsOf(island)
    if (printed === undefined) return []
    const name = fresh('facts')
    facts.set(island.exportName, name)
    return [types.variableDeclaration('var', [types.variableDeclarator(types.identifier(name), printed)])]
  })
  return { facts, declarations }
}

/** Returns the names in the module that the facts of its islands use. */
export function readStores(program: NodePath<types.Program>): ReadonlySet<string> {
  const roots = [...findStores(program).values()].map((store) => (store.type === 'Identifier' ? store : store.object))
  return new Set(roots.flatMap((root) => (root.type === 'Identifier' ? [root.name] : [])))
}

/** Returns the arguments of `useStore` by their names in bindings, as far as they are visible in the whole module. */
function findStores(program: NodePath<types.Program>): ReadonlyMap<string, types.Identifier | types.MemberExpression> {
  const imports = readImports(program)
  const stores = new Map<string, types.Identifier | types.MemberExpression>()
  program.traverse({
    CallExpression({ node, scope }) {
      const imported = node.callee.type === 'Identifier' ? imports.get(node.callee.name) : undefined
      if (imported?.name !== 'useStore' || !RUNTIME.test(imported.from)) return
      const [store] = node.arguments
      if (store?.type !== 'Identifier' && store?.type !== 'MemberExpression') return
      const root = store.type === 'Identifier' ? store : store.object
      if (root.type !== 'Identifier' || scope.getBinding(root.name)?.scope !== program.scope) return
      const name = storeName(store, imports)
      if (name !== undefined && !stores.has(name)) stores.set(name, store)
    },
  })
  return stores
}

function property(name: string, value: types.Expression): types.ObjectProperty {
  return types.objectProperty(types.identifier(name), value)
}

function texts(values: readonly string[]): types.ArrayExpression {
  return types.arrayExpression(values.map((value) => types.stringLiteral(value)))
}
