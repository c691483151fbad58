/**
 * JSX that renders later must show the values of the moment at which it was reached. This finds the values in it that
 * may change until then, and moves them out of it: each becomes an argument of a function around the JSX.
 *
 * Calls of an app's own functions stay in the JSX, because they may render. Their arguments are moved.
 */
import { type NodePath, types } from '@babel/core'

type Jsx = NodePath<types.JSXElement> | NodePath<types.JSXFragment>

/** A name that the JSX uses, and the expression that is evaluated when the JSX is reached. */
interface CapturedValue {
  readonly name: types.Identifier
  readonly value: types.Expression
}

/**
 * Moves values out of the JSX, and returns them in the order of their evaluation.
 *
 * @param owner The async function that runs the JSX.
 * @param only `awaited`: only expressions with an `await` or `yield`.
 */
export function captureValues(jsx: Jsx, owner: NodePath<types.Function>, only?: 'awaited'): readonly CapturedValue[] {
  const found: NodePath<types.Expression>[] = []
  visitJsx(jsx, { jsx, found, owner, only, isLazy: false })
  return found.map((path): CapturedValue => {
    const name = jsx.scope.generateUidIdentifier(holds(path, isAwaiting) ? 'awaited' : 'value')
    const value = path.node
    path.replaceWith(types.cloneNode(name))
    path.skip()
    return { name, value }
  })
}

interface Search {
  readonly jsx: Jsx
  readonly found: NodePath<types.Expression>[]
  readonly owner: NodePath<types.Function>
  readonly only: 'awaited' | undefined
  /** In the children of a component, which may not render them. */
  readonly isLazy: boolean
}

function visitJsx(jsx: Jsx, search: Search): void {
  if (jsx.isJSXElement()) {
    for (const attribute of jsx.get('openingElement').get('attributes')) {
      if (attribute.isJSXSpreadAttribute()) visitExpression(attribute.get('argument'), search)
      else if (attribute.isJSXAttribute()) visitAttribute(attribute, search)
    }
  }
  const inside = { ...search, isLazy: search.isLazy || isComponent(jsx) }
  for (const child of jsx.get('children') as NodePath[]) {
    if (child.isJSXElement() || child.isJSXFragment()) visitJsx(child, inside)
    else if (child.isJSXExpressionContainer()) visitContainer(child, inside)
    else if (child.isJSXSpreadChild()) visitExpression(child.get('expression'), inside)
  }
}

function isComponent(jsx: Jsx): boolean {
  if (!jsx.isJSXElement()) return false
  const { name } = jsx.node.openingElement
  return name.type === 'JSXMemberExpression' || (name.type === 'JSXIdentifier' && !/^[a-z]/.test(name.name))
}

/** Handlers don't run while the page renders, and a `ref` is assigned to. */
const NOT_VALUES = /^(?:on[A-Z:]|ref$|use:)/

function visitAttribute(attribute: NodePath<types.JSXAttribute>, search: Search): void {
  const { name } = attribute.node
  const written = types.isJSXNamespacedName(name) ? `${name.namespace.name}:${name.name.name}` : name.name
  const value = attribute.get('value')
  if (!value.isJSXExpressionContainer()) return
  visitContainer(value, NOT_VALUES.test(written) ? { ...search, isLazy: true } : search)
}

function visitContainer(container: NodePath<types.JSXExpressionContainer>, search: Search): void {
  const expression = container.get('expression')
  if (expression.isExpression()) visitExpression(expression, search)
}

/** Looks for the largest expressions that can be moved, in the parts that are always evaluated. */
function visitExpression(path: NodePath<types.Expression>, search: Search): void {
  if (path.isJSXElement() || path.isJSXFragment()) {
    visitJsx(path, search)
    return
  }
  if (holds(path, isAwaiting)) {
    search.found.push(path)
    return
  }
  if (search.only !== undefined) return
  const isMoved = holds(path, isChange) || (isPlain(path, search.owner) && holds(path, mayDiffer))
  if (isMoved && !search.isLazy) {
    search.found.push(path)
    return
  }
  if (!search.isLazy) for (const part of listParts(path)) visitExpression(part, search)
  captureVariables(path, search)
}

/** Fields of the parts that are evaluated whenever the expression is. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  LogicalExpression: ['left'],
  ConditionalExpression: ['test'],
  BinaryExpression: ['left', 'right'],
  UnaryExpression: ['argument'],
  TemplateLiteral: ['expressions'],
  ArrayExpression: ['elements'],
  ObjectExpression: ['properties'],
  ObjectProperty: ['value'],
  SpreadElement: ['argument'],
  CallExpression: ['callee', 'arguments'],
  NewExpression: ['arguments'],
  MemberExpression: ['object'],
  TSAsExpression: ['expression'],
  TSNonNullExpression: ['expression'],
  TSSatisfiesExpression: ['expression'],
}

/** Returns the parts of an expression that are evaluated whenever it is. */
function listParts(path: NodePath): readonly NodePath<types.Expression>[] {
  const parts = (PARTS[path.type] ?? []).flatMap((field): NodePath[] => [path.get(field)].flat())
  return parts.flatMap((part) => {
    // A method keeps its object.
    if (part.isMemberExpression() && part.key === 'callee') return listParts(part)
    return part.isExpression() ? [part] : listParts(part)
  })
}

function isAwaiting(path: NodePath): boolean {
  return path.isAwaitExpression() || path.isYieldExpression()
}

/** Returns whether evaluating the expression changes a value. */
function isChange(path: NodePath): boolean {
  return path.isAssignmentExpression() || path.isUpdateExpression() || path.isUnaryExpression({ operator: 'delete' })
}

/** Returns whether an expression may have another value when it is evaluated later. */
function mayDiffer(path: NodePath): boolean {
  if (path.isIdentifier()) return path.isReferencedIdentifier() && !isConstant(path)
  return path.isMemberExpression() || path.isOptionalMemberExpression() || path.isCallExpression()
}

function isConstant(path: NodePath<types.Identifier>): boolean {
  return path.scope.getBinding(path.node.name)?.constant !== false
}

/** Returns whether `is` accepts the expression or a part of it, outside of inner functions. */
function holds(path: NodePath, is: (part: NodePath) => boolean): boolean {
  if (is(path)) return true
  let found = false
  path.traverse({
    Function: (inner) => inner.skip(),
    enter(part) {
      if (!part.isFunction() && is(part)) found = true
      if (found) part.stop()
    },
  })
  return found
}

/**
 * Returns whether an expression renders nothing itself: it calls methods of values, and globals, but no function of the app,
 * and it reads no props, whose getters may render. JSX in it is deferred on its own.
 */
function isPlain(expression: NodePath<types.Expression>, owner: NodePath<types.Function>): boolean {
  if (expression.isFunction()) return false
  let plain = true
  const visit = (path: NodePath): void => {
    if (path.isJSXElement() || path.isJSXFragment()) path.skip()
    else if (path.isCallExpression() || path.isOptionalCallExpression() || path.isNewExpression())
      plain &&= isForeignCall(path.get('callee') as NodePath, expression)
    else if (path.isTaggedTemplateExpression()) plain = false
    else if (path.isReferencedIdentifier()) plain &&= !isRendering(path as NodePath<types.Identifier>, owner)
  }
  visit(expression)
  expression.traverse({ enter: visit })
  return plain
}

/** Returns whether a callee is a global, or a method of a value of the app that isn't imported. */
function isForeignCall(callee: NodePath, { scope }: NodePath): boolean {
  let root = callee
  while (root.isMemberExpression() || root.isOptionalMemberExpression()) root = root.get('object') as NodePath
  if (!root.isIdentifier()) return root !== callee
  const binding = scope.getBinding(root.node.name)
  return binding === undefined || (root !== callee && binding.kind !== 'module')
}

/** Returns whether a variable holds the props, or is a function that is passed to another one, which calls it. */
function isRendering(path: NodePath<types.Identifier>, owner: NodePath<types.Function>): boolean {
  const binding = path.scope.getBinding(path.node.name)
  if (binding === undefined) return false
  if (binding.kind === 'param' && binding.scope === owner.scope) return true
  const { parentPath } = path
  return parentPath?.isCallExpression() === true && path.listKey === 'arguments' && isFunction(binding.path)
}

function isFunction(declaration: NodePath): boolean {
  if (declaration.isVariableDeclarator()) return types.isFunction(declaration.node.init)
  return declaration.isFunctionDeclaration() || declaration.parentPath?.isImportDeclaration() === true
}

/**
 * Captures the variables in an expression that are declared outside of the JSX, and that are assigned to in other places
 * only.
 */
function captureVariables(expression: NodePath<types.Expression>, { jsx, found }: Search): void {
  const assigned = new Set<string>()
  const read: NodePath<types.Identifier>[] = []
  const visit = (path: NodePath): void => {
    if (isChange(path)) for (const name of Object.keys(path.getBindingIdentifiers())) assigned.add(name)
    if (!path.isIdentifier() || !path.isReferencedIdentifier() || isConstant(path)) return
    const binding = path.scope.getBinding(path.node.name)
    const isOuter = binding !== undefined && binding === jsx.scope.getBinding(path.node.name)
    // A later declaration isn't initialized yet.
    if (isOuter && (binding.identifier.start ?? 0) < (jsx.node.start ?? 0)) read.push(path)
  }
  visit(expression)
  expression.traverse({
    enter: (path) => (found.includes(path as NodePath<types.Expression>) ? path.skip() : visit(path)),
  })
  found.push(...read.filter(({ node }) => !assigned.has(node.name)))
}
