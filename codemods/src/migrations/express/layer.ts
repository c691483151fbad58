/** Reads the layers of an Express app or router: middleware, mounted routers and routes, with their paths. */
import { type CallExpression, Node, SyntaxKind, VariableDeclarationKind } from 'ts-morph'
import { findFunctionAround } from '#codemods/syntax/enclosing-function.ts'

/** Call that adds handlers to an app or a router. */
export interface Layer {
  readonly call: CallExpression
  /** App or router, as in `RouterGraph`. */
  readonly router: string
  /** Name of the called method, such as `use` or `get`. */
  readonly method: string
  /** Empty for a `use` without a path. `undefined` for a path that isn't a string literal. */
  readonly path: string | undefined
  /** Arguments after the path, with the elements of lists. */
  readonly handlers: readonly Node[]
}

/** Request that a route handles. */
export interface Target {
  readonly method: string
  /** Segments of its path, in lower case. An unknown part is `*`. */
  readonly segments: readonly string[]
}

export const LAYER_METHODS: ReadonlySet<string> = new Set(
  'use all param get post put patch delete head options search query'.split(' '),
)

interface LayerParts {
  readonly router: string
  readonly method: string
  /** Path of the `route(…)` before it. `null` without one. */
  readonly route: string | undefined | null
  isRouter(node: Node): boolean
}

export function readLayer(call: CallExpression, { router, method, route, isRouter }: LayerParts): Layer {
  const all = call.getArguments()
  const [first] = all
  const hasPath = route === null && first !== undefined && (method !== 'use' || isPath(first))
  const handlers = (hasPath ? all.slice(1) : all).flatMap((one) =>
    Node.isArrayLiteralExpression(one) ? one.getElements() : [one],
  )
  // The variable may hold a path as well as a function.
  const isOpen =
    method === 'use' &&
    handlers.length > 1 &&
    (Node.isIdentifier(first) || Node.isPropertyAccessExpression(first)) &&
    !isRouter(first)
  const path = route !== null ? route : hasPath ? readPath(first) : isOpen ? undefined : ''
  return { call, router, method, path, handlers }
}

/** Returns the path if it is a string, or a constant of the file with a string. */
export function readPath(node: Node | undefined): string | undefined {
  if (Node.isIdentifier(node)) {
    const declaration = node.getSourceFile().getVariableDeclaration(node.getText())
    const isConstant = declaration?.getVariableStatement()?.getDeclarationKind() === VariableDeclarationKind.Const
    const value = declaration?.getInitializer()
    return isConstant && !Node.isIdentifier(value) ? readPath(value) : undefined
  }
  return Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node) ? node.getLiteralValue() : undefined
}

function isPath(node: Node): boolean {
  if (Node.isArrayLiteralExpression(node))
    return node.getElements().length > 0 && node.getElements().every((one) => isPath(one))
  return (
    readPath(node) !== undefined ||
    Node.isTemplateExpression(node) ||
    Node.isRegularExpressionLiteral(node) ||
    Node.isBinaryExpression(node)
  )
}

/** Returns the target of a request, as the app or router above the mount sees it. */
export function addMountPath(path: string | undefined, { method, segments }: Target): Target {
  return { method, segments: [...(path === undefined ? ['*'] : splitPath(path)), ...segments] }
}

/** Returns the target of a request, as a router that is mounted at the path sees it. */
export function removeMountPath(path: string | undefined, { method, segments }: Target): Target {
  const own = path === undefined ? ['*'] : splitPath(path)
  const isKnown = own.every(isPlain) && segments.every(isPlain)
  return { method, segments: isKnown ? segments.slice(own.length) : ['*'] }
}

/** Returns whether the path of the layer may match the target. Unknown paths match. */
export function mayMatch(layer: Layer, { segments }: Target): boolean {
  if (layer.path === undefined || !segments.every(isPlain)) return true
  const own = splitPath(layer.path)
  const open = own.findIndex((segment) => !isPlain(segment))
  const fixed = open === -1 ? own : own.slice(0, open)
  if (fixed.length > segments.length) return false
  if (layer.method !== 'use' && open === -1 && fixed.length < segments.length) return false
  return fixed.every((segment, at) => {
    const other = segments[at] ?? segment
    return segment === other || segment.includes(':') || other.includes(':')
  })
}

/** Splits a path. Express compares paths without regard to case. */
export function splitPath(path: string): readonly string[] {
  return path.toLowerCase().split('/').filter(Boolean)
}

/** Returns whether the segment of a path is without wildcards and optional parts. */
function isPlain(segment: string): boolean {
  return /^[\w\-:]+$/.test(segment)
}

/**
 * Returns whether a `param` is for a parameter in the path of the layer. It runs before the handler even if it is
 * declared below.
 */
export function readsParameter(param: Layer, { path }: Layer): boolean {
  const [name] = param.call.getArguments()
  const wanted = readPath(name)
  if (path === undefined || wanted === undefined) return path !== ''
  return [...path.matchAll(/[:*](\w+)/g)].some((match) => match[1] === wanted)
}

/** Returns whether the handler is for errors. Express counts the parameters before the first with a default. */
export function isErrorHandler(handler: Node): boolean {
  if (!Node.isArrowFunction(handler) && !Node.isFunctionExpression(handler)) return false
  const parameters = handler.getParameters()
  const open = parameters.findIndex((one) => one.hasInitializer() || one.isRestParameter())
  return (open === -1 ? parameters.length : open) === 4
}

/** Returns whether the code runs only under a condition: in an `if`, after a return, or in a function of such code. */
export function isConditional(node: Node, above: readonly Node[] = []): boolean {
  const around = findFunctionAround(node)
  for (let inner = node; inner.getParent() !== undefined && inner !== around; inner = inner.getParentOrThrow())
    if (isBranch(inner)) return true
  if (around === undefined || above.includes(around)) return false
  const isReturnBefore = around
    .getDescendantsOfKind(SyntaxKind.ReturnStatement)
    .some((one) => one.getEnd() <= node.getStart() && findFunctionAround(one) === around)
  const calls = listUses(around) ?? [around]
  return isReturnBefore || (calls.length > 0 && calls.every((one) => isConditional(one, [...above, around])))
}

/** Returns whether the code around the node decides if it runs. */
function isBranch(node: Node): boolean {
  const parent = node.getParent()
  if (Node.isIfStatement(parent) || Node.isConditionalExpression(parent))
    return node !== (Node.isIfStatement(parent) ? parent.getExpression() : parent.getCondition())
  if (Node.isBinaryExpression(parent))
    return node === parent.getRight() && /^(?:&&|\|\||\?\?)$/.test(parent.getOperatorToken().getText())
  return Node.isCaseClause(parent) || Node.isDefaultClause(parent) || Node.isCatchClause(parent)
}

/** Returns the uses of a function in its file, outside of itself. `undefined` for one without a name. */
function listUses(around: Node): readonly Node[] | undefined {
  const declaration = Node.isFunctionDeclaration(around)
    ? around
    : around.getParentIfKind(SyntaxKind.VariableDeclaration)
  const name = declaration?.getNameNode()
  if (!Node.isIdentifier(name)) return undefined
  return around
    .getSourceFile()
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .filter(
      (one) => one.getText() === name.getText() && one !== name && !around.containsRange(one.getPos(), one.getEnd()),
    )
    .filter((one) => {
      const parent = one.getParent()
      const isMember = Node.isPropertyAccessExpression(parent) && parent.getNameNode() === one
      return !isMember && !Node.isExportSpecifier(parent) && !Node.isExportAssignment(parent)
    })
}
