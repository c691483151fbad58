/**
 * The props of a component that an intent with an approval may act on, such as the item of a row. The approval shows them, and
 * is shown again if they change.
 */
import { type NodePath, types } from '@babel/core'

/** Content that the caller renders. Reading it would create the content again. */
const CHILDREN = 'children'

/**
 * Returns a function expression that reads the props that the code of the component uses, except for props that it only
 * renders; `undefined` if it uses none, or if no agent's call of the intent can need an approval.
 */
export function readIntentProps(
  component: NodePath,
  call: NodePath<types.CallExpression>,
): types.ArrowFunctionExpression | undefined {
  if (!component.isFunction() || !mayNeedApproval(call.node.arguments[1])) return undefined
  const [first] = component.node.params
  const param = first?.type === 'AssignmentPattern' ? first.left : first
  const isVisible = (name: string) => call.scope.getBinding(name) === component.scope.getBinding(name)
  if (param?.type === 'ObjectPattern')
    return toReader(readPattern(component, param).filter(({ local }) => isVisible(local)))
  if (param?.type !== 'Identifier' || !isVisible(param.name)) return undefined
  const names = listMembers(component, param.name)
  if (names === 'all') return types.arrowFunctionExpression([], types.identifier(param.name))
  const read = (name: string) =>
    types.objectProperty(
      types.stringLiteral(name),
      types.memberExpression(types.identifier(param.name), types.stringLiteral(name), true),
    )
  return names.length === 0 ? undefined : types.arrowFunctionExpression([], types.objectExpression(names.map(read)))
}

/** Whether the definition has a guard, which may be a function, or an effect that needs an approval after untrusted content. */
function mayNeedApproval(definition: types.CallExpression['arguments'][number] | undefined): boolean {
  if (definition?.type !== 'ObjectExpression') return true
  return definition.properties.some(
    (property) =>
      property.type === 'SpreadElement' ||
      (property.key.type === 'Identifier' ? /^(?:guard|effect)$/.test(property.key.name) : property.computed),
  )
}

/** Returns the members of the props that code reads; `all` if it passes on the object, as to `splitProps`. */
function listMembers(component: NodePath<types.Function>, name: string): readonly string[] | 'all' {
  const found = new Set<string>()
  for (const path of listReads(component, name)) {
    const { parent } = path
    const isMember = /^(?:Optional)?MemberExpression$/.test(parent.type) && path.key === 'object'
    const { property, computed } = parent as types.MemberExpression // checked above
    const key = !isMember ? undefined : computed ? readString(property) : (property as types.Identifier).name
    if (key === undefined) return 'all'
    if (key !== CHILDREN) found.add(key)
  }
  return [...found]
}

function readString(node: types.Node): string | undefined {
  return node.type === 'StringLiteral' ? node.value : undefined
}

/** Returns the reads of a variable of the component in its code, without those in expressions that it renders. */
function listReads(component: NodePath<types.Function>, name: string): readonly NodePath[] {
  const { referencePaths = [] } = component.scope.getBinding(name) ?? {}
  return referencePaths.filter((path) => {
    const owner = path.findParent((parent) => parent.isFunction() || parent.isJSX())
    return owner?.isFunction() === true
  })
}

interface PatternProp {
  readonly local: string
  /** `undefined` for the rest of the props. */
  readonly key?: string
}

/** Returns the variables of destructured props. They never change. */
function readPattern(component: NodePath<types.Function>, { properties }: types.ObjectPattern): readonly PatternProp[] {
  const props = properties.flatMap((property): readonly PatternProp[] => {
    if (property.type === 'RestElement')
      return property.argument.type === 'Identifier' ? [{ local: property.argument.name }] : []
    const { key, value, computed } = property
    const target = value.type === 'AssignmentPattern' ? value.left : value
    if (computed || key.type !== 'Identifier' || key.name === CHILDREN || target.type !== 'Identifier') return []
    return [{ key: key.name, local: target.name }]
  })
  return props.filter(({ local }) => listReads(component, local).length > 0)
}

function toReader(props: readonly PatternProp[]): types.ArrowFunctionExpression | undefined {
  if (props.length === 0) return undefined
  const members = props.map(({ key, local }) =>
    key === undefined
      ? types.spreadElement(types.identifier(local))
      : types.objectProperty(types.stringLiteral(key), types.identifier(local)),
  )
  return types.arrowFunctionExpression([], types.objectExpression(members))
}
