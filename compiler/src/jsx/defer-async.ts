/**
 * JSX in an async function runs after an `await`, when Solid's render context belongs to another render. Each outermost
 * JSX expression in it becomes a function that the page renderer calls inside the render; its awaited values are
 * awaited first.
 */
import { type NodePath, types } from '@babel/core'

type Jsx = NodePath<types.JSXElement> | NodePath<types.JSXFragment>

/**
 * Rewrites every async function of the program; `deferFunction` is the local name of the runtime's function. Returns
 * whether anything changed.
 */
export function deferAsyncJsx(program: NodePath<types.Program>, deferFunction: string): boolean {
  return rewriteAsyncJsx(program, (jsx) =>
    types.callExpression(types.identifier(deferFunction), [types.arrowFunctionExpression([], jsx)]),
  )
}

/**
 * Moves the awaited values out of the JSX of every async function. A browser renders no page, but may load its module for
 * another export, and Solid would move each `await` into a function that isn't async.
 */
export function hoistAsyncJsx(program: NodePath<types.Program>): void {
  rewriteAsyncJsx(program, (jsx) => jsx)
}

function rewriteAsyncJsx(
  program: NodePath<types.Program>,
  rewrite: (jsx: types.JSXElement | types.JSXFragment) => types.Expression,
): boolean {
  const rewritten = new WeakSet<types.Node>()
  let changed = false
  const visit = (path: Jsx) => {
    const owner = rewritten.has(path.node) ? undefined : asyncOwner(path)
    if (owner === undefined) return
    changed = true
    rewritten.add(path.node)
    const awaited = hoistAwaits(path, owner)
    const expression = rewrite(path.node)
    path.replaceWith(awaited.length === 0 ? expression : types.sequenceExpression([...awaited, expression]))
  }
  program.traverse({ JSXElement: visit, JSXFragment: visit })
  return changed
}

/**
 * Returns the async function that runs this JSX directly or through inner functions, unless other JSX or a deferral is
 * between.
 */
function asyncOwner(path: Jsx): NodePath<types.Function> | undefined {
  let owner: NodePath<types.Function> | undefined
  for (let parent: NodePath | null = path.parentPath; parent !== null; parent = parent.parentPath) {
    if (parent.isJSX()) return undefined
    if (parent.isFunction() && parent.node.async) {
      owner = parent
      break
    }
    if (parent.isProgram()) break
  }
  return owner
}

/** Moves each awaiting expression out of the JSX, in order; its own JSX is then outermost and visited later. */
function hoistAwaits(path: Jsx, owner: NodePath<types.Function>): types.Expression[] {
  const assignments: types.Expression[] = []
  const hoist = (holder: NodePath<types.Node>, expression: types.Expression, put: (name: types.Identifier) => void) => {
    if (!awaitsIn(holder, owner)) return
    const name = owner.scope.generateUidIdentifier('awaited')
    owner.scope.push({ id: name, kind: 'let' })
    assignments.push(types.assignmentExpression('=', types.cloneNode(name), expression))
    put(types.cloneNode(name))
    holder.skip()
  }
  path.traverse({
    JSXExpressionContainer(container) {
      const { expression } = container.node
      if (expression.type === 'JSXEmptyExpression') return
      hoist(container, expression, (name) => {
        container.node.expression = name
      })
    },
    JSXSpreadAttribute(spread) {
      hoist(spread, spread.node.argument, (name) => {
        spread.node.argument = name
      })
    },
  })
  return assignments
}

function awaitsIn(path: NodePath<types.Node>, owner: NodePath<types.Function>): boolean {
  let found = false
  path.traverse({
    AwaitExpression(expression) {
      if (expression.getFunctionParent()?.node === owner.node) found = true
    },
  })
  return found
}
