/**
 * The props of a component that an intent with an approval may act on, such as the item of a row. The approval shows them, and
 * is shown again if they change.
 */
import { type NodePath, types } from '@babel/core'

/** Content that the caller renders. Reading it would create the content again. */
const CHILDREN = 'children'

/**
 * Returns a function expression that reads the props that the code of the component uses, except for props that it only
 * renders; `undefined` if it uses none. Variables that hide them from the intent get another name.
 */
export function readIntentProps(
  component: NodePath,
  call: NodePath<types.CallExpression>,
): types.ArrowFunctionExpression | undefined {
  if (!component.isFunction()) return undefined
  const [first] = component.node.params
  const param = first?.type === 'AssignmentPattern' ? first.left : first
  const uses: PropUses = { component, call, isRendered: isInJsx(call, component) }
  if (param?.type === 'ObjectPattern') return toReader(readPattern(param, uses, true))
  if (param?.type !== 'Identifier') return undefined
  const members = listMembers(uses, param.name)
  if (members.length === 0) return undefined
  const props = readVariable(param.name, uses)
  if (members === 'all') return toReader(props)
  const read = (name: string) =>
    types.objectProperty(
      types.stringLiteral(name),
      types.memberExpression(types.cloneNode(props), types.stringLiteral(name), true),
    )
  return toReader(types.objectExpression(members.map(read)))
}

function toReader(value: types.Expression | undefined): types.ArrowFunctionExpression | undefined {
  return value && types.arrowFunctionExpression([], value)
}

/** Uses of the props of a component, by its code and by one intent. */
interface PropUses {
  readonly component: NodePath<types.Function>
  readonly call: NodePath<types.CallExpression>
  /** Whether the intent is in code that the component renders. It may act on any value that is rendered. */
  readonly isRendered: boolean
}

function isInJsx(call: NodePath, component: NodePath): boolean {
  return call.findParent((parent) => parent === component || parent.isJSX()) !== component
}

/** Whether the definition has a guard, which may be a function, or an effect that needs an approval after untrusted content. */
export function mayNeedApproval(definition: types.Node | undefined): boolean {
  if (definition?.type !== 'ObjectExpression') return true
  return definition.properties.some(
    (property) =>
      property.type === 'SpreadElement' || property.computed || /^(?:guard|effect)$/.test(readKey(property.key) ?? ''),
  )
}

/** Returns the name of a member that isn't computed. */
function readKey(key: types.Node): string | undefined {
  if (key.type === 'Identifier') return key.name
  return key.type === 'NumericLiteral' ? String(key.value) : readString(key)
}

/** Returns the members of the props that code reads; `all` if it passes on the object, as to `splitProps`. */
function listMembers(uses: PropUses, name: string): readonly string[] | 'all' {
  const found = new Set<string>()
  for (const path of listReads(uses, name)) {
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

/** Returns the reads of a variable of the component in its code, without those in expressions that it only renders. */
function listReads({ component, isRendered }: PropUses, name: string): readonly NodePath[] {
  const { referencePaths = [] } = component.scope.getBinding(name) ?? {}
  return referencePaths.filter((path) => {
    const owner = path.findParent((parent) => parent.isFunction() || parent.isJSX())
    return isRendered || owner?.isFunction() === true
  })
}

/** Returns a variable of the component for code beside the intent, where another one may have its name. */
function readVariable(name: string, { component, call }: PropUses): types.Identifier {
  const own = component.scope.getBinding(name)
  for (let seen = call.scope.getBinding(name); seen && seen !== own; seen = call.scope.getBinding(name))
    seen.scope.rename(name)
  return types.identifier(name)
}

/**
 * Returns the current values of the variables of a destructured parameter, as an object of the same shape; `undefined` if
 * code uses none of them.
 *
 * @param isProps Whether it contains the props themselves, and not a value in them.
 */
function readPattern(pattern: types.Node, uses: PropUses, isProps = false): types.Expression | undefined {
  if (pattern.type === 'AssignmentPattern') return readPattern(pattern.left, uses)
  if (pattern.type === 'Identifier')
    return listReads(uses, pattern.name).length === 0 ? undefined : readVariable(pattern.name, uses)
  if (pattern.type === 'ArrayPattern')
    return toObject(
      pattern.elements.flatMap((element, index) => {
        const target = element?.type === 'RestElement' ? element.argument : element
        return target ? toMember(String(index), readPattern(target, uses)) : []
      }),
    )
  if (pattern.type !== 'ObjectPattern') return undefined
  return toObject(
    pattern.properties.flatMap((property) => {
      if (property.type === 'RestElement') {
        const rest = readPattern(property.argument, uses)
        return rest ? [types.spreadElement(rest)] : []
      }
      const key = property.computed ? readString(property.key) : readKey(property.key)
      // The value of the key isn't known, so the variables have their own names.
      if (key === undefined)
        return Object.keys(types.getBindingIdentifiers(property.value)).flatMap((name) =>
          toMember(`[${name}]`, readPattern(types.identifier(name), uses)),
        )
      return isProps && key === CHILDREN ? [] : toMember(key, readPattern(property.value, uses))
    }),
  )
}

type ObjectMembers = types.ObjectExpression['properties']

function toMember(key: string, value: types.Expression | undefined): ObjectMembers {
  return value ? [types.objectProperty(types.stringLiteral(key), value)] : []
}

function toObject(members: ObjectMembers): types.Expression | undefined {
  return members.length === 0 ? undefined : types.objectExpression(members)
}
