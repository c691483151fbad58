/**
 * JSX in an async function runs after an `await`, when Solid's render context belongs to another render. Each outermost
 * JSX expression in it becomes a function that the page renderer calls inside the render. Its values are evaluated before,
 * when the JSX is reached.
 */
import { type NodePath, types } from '@babel/core'
import { captureValues } from './capture-values.ts'

type Jsx = NodePath<types.JSXElement> | NodePath<types.JSXFragment>

/**
 * Rewrites every async function of the program; `deferFunction` is the local name of the runtime's function. Returns
 * whether anything changed.
 */
export function deferAsyncJsx(program: NodePath<types.Program>, deferFunction: string): boolean {
  return rewriteAsyncJsx(program, undefined, (jsx) =>
    types.callExpression(types.identifier(deferFunction), [types.arrowFunctionExpression([], jsx)]),
  )
}

/**
 * Moves the awaited values out of the JSX of every async function. A browser renders no page, but may load its module for
 * another export, and Solid would move each `await` into a function that isn't async.
 */
export function hoistAsyncJsx(program: NodePath<types.Program>): void {
  rewriteAsyncJsx(program, 'awaited', (jsx) => jsx)
}

function rewriteAsyncJsx(
  program: NodePath<types.Program>,
  only: 'awaited' | undefined,
  rewrite: (jsx: types.JSXElement | types.JSXFragment) => types.Expression,
): boolean {
  const rewritten = new WeakSet<types.Node>()
  let changed = false
  const visit = (path: Jsx) => {
    const owner = rewritten.has(path.node) ? undefined : asyncOwner(path)
    if (owner === undefined) return
    changed = true
    rewritten.add(path.node)
    const captured = captureValues(path, owner, only)
    const names = captured.map(({ name }) => name)
    const values = captured.map(({ value }) => value)
    const expression = rewrite(path.node)
    const isAlone = captured.length === 0
    path.replaceWith(
      isAlone ? expression : types.callExpression(types.arrowFunctionExpression(names, expression), values),
    )
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
