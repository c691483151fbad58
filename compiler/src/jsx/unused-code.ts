/** Removes code that a module no longer uses once its islands have lost their bodies, so that the server skips it. */
import { type NodePath, types } from '@babel/core'

/** Returns whether a reference is an element with `client:only`, which all references of the component must be. */
export function isClientOnlyUse(reference: NodePath): boolean {
  const { parent } = reference
  if (parent.type === 'JSXClosingElement') return true
  if (parent.type !== 'JSXOpeningElement' || reference.key !== 'name') return false
  return parent.attributes.some((attribute) => {
    if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXNamespacedName') return false
    const { namespace, name } = attribute.name
    if (namespace.name !== 'client' || name.name !== 'only') return false
    const { value } = attribute
    return (
      !value || (value.type === 'JSXExpressionContainer' && types.isBooleanLiteral(value.expression, { value: true }))
    )
  })
}

interface RemoveOptions {
  /** Exports that stay. Absent if all do. */
  readonly only: readonly string[] | undefined
  /** Whether no code of the module runs on the server: its other statements are removed too. */
  readonly isWhole: boolean
  readonly usedLater: ReadonlySet<string>
}

export function removeUnused(program: NodePath<types.Program>, { only, isWhole, usedLater }: RemoveOptions): void {
  if (only !== undefined) for (const statement of program.get('body')) keepExports(statement, new Set(only))
  if (isWhole) for (const statement of program.get('body')) if (isEffect(statement.node)) statement.remove()
  for (let isChanged = true; isChanged; ) {
    program.scope.crawl()
    isChanged = false
    for (const [name, binding] of Object.entries(program.scope.bindings)) {
      if (binding.referenced || usedLater.has(name) || !isRemovable(binding.path, isWhole)) continue
      const statement = binding.path.isImportDeclaration() ? undefined : binding.path.parentPath
      binding.path.remove()
      // Without names it would be an import for its side effects.
      if (statement?.isImportDeclaration() && statement.node.specifiers.length === 0) statement.remove()
      isChanged = true
    }
  }
}

/** `only`: names of exports. Other declarations lose `export`, and are removed if they are unused. */
function keepExports(statement: NodePath<types.Statement>, only: ReadonlySet<string>): void {
  if (statement.isExportAllDeclaration()) statement.remove()
  else if (statement.isExportDefaultDeclaration()) {
    if (!only.has('default')) statement.remove()
  } else if (statement.isExportNamedDeclaration()) {
    const { declaration, specifiers } = statement.node
    if (declaration) {
      const names = Object.keys(types.getBindingIdentifiers(declaration, false, true))
      if (!names.some((name) => only.has(name))) statement.replaceWith(declaration)
      return
    }
    const rest = specifiers.filter(({ exported }) =>
      only.has(exported.type === 'Identifier' ? exported.name : exported.value),
    )
    if (rest.length === 0) statement.remove()
    else statement.node.specifiers = rest
  }
}

const STYLES = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss)(?:$|\?)/

/** Matches a statement that only has side effects: the page keeps the styles that it imports. */
function isEffect(statement: types.Statement): boolean {
  if (statement.type === 'ImportDeclaration')
    return statement.specifiers.length === 0 && !STYLES.test(statement.source.value)
  return !types.isDeclaration(statement)
}

function isRemovable(path: NodePath, isWhole: boolean): boolean {
  if (path.parentPath?.isImportDeclaration() === true) return true
  if (path.isFunctionDeclaration()) return path.parentPath?.isProgram() === true
  if (path.isClassDeclaration()) return isWhole && path.parentPath?.isProgram() === true
  if (!path.isVariableDeclarator() || path.parentPath?.parentPath?.isProgram() !== true) return false
  const { init, id } = path.node
  const isFunction = types.isArrowFunctionExpression(init) || types.isFunctionExpression(init)
  return id.type === 'Identifier' && (isWhole || isFunction || types.isLiteral(init))
}
