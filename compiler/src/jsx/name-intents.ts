/**
 * Passes data to each `intent()` call that only the compiler has: the component's name, which minified functions lack
 * at run time, the contract that was derived from the types of `run`, the props that its approval shows, and whether a preview can run it.
 */
import { type NodePath, template, types } from '@babel/core'
import type { ComponentModel } from '../model.ts'
import { findExports } from './component-exports.ts'
import { isComponentName } from './component-units.ts'
import { contractName, sourcesId, toolsId } from './contract-names.ts'
import { findIntentObstacle } from './previews/previewable-runs.ts'
import { mayNeedApproval, readIntentProps } from './read-intent-props.ts'

export interface NamingOptions {
  /** The components of the module, with their intents. */
  readonly components: readonly ComponentModel[]
  /**
   * Whether contracts are imported with the module, or loaded when they are first needed, as in development, where
   * types are available later.
   *
   * @default no contracts
   */
  readonly contracts?: 'imported' | 'loaded' | undefined
  /**
   * Whether intents get what approvals need, as in browsers: the props of their component, and whether a preview can run
   * them.
   *
   * @default false
   */
  readonly withApprovals?: boolean | undefined
}

/**
 * `intent('add', {…})` in `AddToCart` becomes `intent('add', {…}, 'AddToCart', contract, () => ({ id: props.id }), true)`.
 */
export function nameIntents(
  program: NodePath<types.Program>,
  { components, contracts, withApprovals = false }: NamingOptions,
): void {
  const locals = intentLocals(program.node)
  if (locals.size === 0) return
  const toolsAt = new Map(
    components.flatMap(({ id, intents }) =>
      intents.map(({ span, tool }) => [span.start, { tool, chunk: id.slice(0, id.indexOf('#')) }] as const),
    ),
  )
  const imported = new Map<string, types.ImportSpecifier>()
  const createContract = (name: string, chunk: string): types.Expression => {
    if (contracts === 'loaded') return LOADED({ ID: types.stringLiteral(toolsId(chunk)), NAME: types.identifier(name) })
    const known = imported.get(name)
    if (known !== undefined) return types.cloneNode(known.local)
    const local = program.scope.generateUidIdentifier('contract')
    imported.set(name, types.importSpecifier(local, types.identifier(name)))
    return types.cloneNode(local)
  }
  const { functions, exported } = findExports(program)
  const exportNames = new Map(exported.map(({ local, exportName }) => [local, exportName]))
  for (const [local, path] of functions) {
    const component = components.find(({ exportName }) => exportName === exportNames.get(local))?.name
    const name = component ?? (isComponentName(local) ? local : undefined)
    path.traverse({
      CallExpression(call) {
        const { node } = call
        if (node.callee.type !== 'Identifier' || !locals.has(node.callee.name) || node.arguments.length !== 2) return
        const found = contracts && toolsAt.get(node.start ?? -1)
        if (name === undefined && found === undefined) return
        const isGuarded = withApprovals && mayNeedApproval(node.arguments[1])
        const isPreviewable = isGuarded && findIntentObstacle(call) === undefined
        // The first argument of a hook isn't the props.
        const readProps = isGuarded && name !== undefined ? readIntentProps(path, call) : undefined
        // A hook's intent is named after the island that calls the hook.
        const given = [
          name === undefined ? undefined : types.stringLiteral(name),
          found && createContract(contractName(found.tool), found.chunk),
          readProps,
          isPreviewable ? types.booleanLiteral(true) : undefined,
        ]
        const last = given.findLastIndex((value) => value !== undefined)
        node.arguments.push(...given.slice(0, last + 1).map((value) => value ?? types.identifier('undefined')))
      },
    })
  }
  const [chunk] = [...toolsAt.values()].map((tool) => tool.chunk)
  if (imported.size > 0 && chunk !== undefined)
    program.node.body.unshift(types.importDeclaration([...imported.values()], types.stringLiteral(sourcesId(chunk))))
}

const LOADED = template.expression('{ load: () => import(ID).then((contracts) => contracts.NAME) }')

function intentLocals(program: types.Program): ReadonlySet<string> {
  const locals = new Set<string>()
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || statement.source.value !== '@fw/runtime') continue
    for (const specifier of statement.specifiers)
      if (
        specifier.type === 'ImportSpecifier' &&
        specifier.imported.type === 'Identifier' &&
        specifier.imported.name === 'intent'
      )
        locals.add(specifier.local.name)
  }
  return locals
}
